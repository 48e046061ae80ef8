package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.ServerPlan;
import java.util.Objects;

/**
 * A server of a manager.
 *
 * @param cluster its cluster
 * @param number its number, 1 to {@value ServerPlan#MAX_SERVERS}
 */
record ServerName(ClusterName cluster, int number) {
  /** Rejects what is no number of a server. */
  ServerName {
    Objects.requireNonNull(cluster, "cluster");
    if (number < 1 || number > ServerPlan.MAX_SERVERS) {
      throw new IllegalArgumentException(
          "server number %s must be 1 to %s".formatted(number, ServerPlan.MAX_SERVERS));
    }
  }

  static ServerName of(ServerPlan plan) {
    return new ServerName(new ClusterName(plan.cluster()), plan.number());
  }

  @Override
  public String toString() {
    return cluster.name() + "-server-" + number;
  }
}

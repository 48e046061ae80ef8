package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.ServerPlan;

/**
 * A server of a manager.
 *
 * @param cluster its cluster
 * @param number its number, 1 to {@value ServerPlan#MAX_SERVERS}
 */
record ServerName(String cluster, int number) {
  /** Rejects what is no name of a cluster, or no number of a server. */
  ServerName {
    ServerPlan.requireClusterName(cluster);
    if (number < 1 || number > ServerPlan.MAX_SERVERS) {
      throw new IllegalArgumentException(
          "server number %s must be 1 to %s".formatted(number, ServerPlan.MAX_SERVERS));
    }
  }

  static ServerName of(ServerPlan plan) {
    return new ServerName(plan.cluster(), plan.number());
  }

  @Override
  public String toString() {
    return cluster + "-server-" + number;
  }
}

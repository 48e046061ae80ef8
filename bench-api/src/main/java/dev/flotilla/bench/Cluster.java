package dev.flotilla.bench;

import java.util.List;
import java.util.Objects;

/**
 * A running cluster; its processes end when the {@link ClusterPlan}'s owner closes them.
 *
 * @param connection what a client process needs to find the cluster, in the system's own words
 * @param servers the server processes, in the order of their numbers
 */
public record Cluster(String connection, List<ChildProcess> servers) {
  /** Copies the list. */
  public Cluster {
    Objects.requireNonNull(connection, "connection");
    servers = List.copyOf(servers);
  }
}

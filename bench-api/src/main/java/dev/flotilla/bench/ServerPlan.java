package dev.flotilla.bench;

import java.util.List;

/**
 * What one server of a cluster is built from, on the host where it runs.
 *
 * @param cluster a name that no other cluster has, such as {@code bench-UUID}
 * @param number the server's number, from 1
 * @param endpoints where all servers of the cluster listen, in the order of their numbers
 */
public record ServerPlan(String cluster, int number, List<Endpoint> endpoints) {
  /** The most servers of a cluster. */
  public static final int MAX_SERVERS = 99;

  /** Copies the list; names become paths, so a name is letters, digits and hyphens. */
  public ServerPlan {
    requireClusterName(cluster);
    endpoints = List.copyOf(endpoints);
    if (endpoints.size() > MAX_SERVERS || number < 1 || number > endpoints.size()) {
      throw new IllegalArgumentException(
          "a cluster of %s servers has no server %s; a cluster has 1 to %s servers"
              .formatted(endpoints.size(), number, MAX_SERVERS));
    }
  }

  /** Rejects what could be more than a name of a cluster, such as a path or an option. */
  public static void requireClusterName(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9-]{0,63}")) {
      throw new IllegalArgumentException(
          "cluster name '%s' must be 1 to 64 letters, digits and hyphens, without a hyphen first"
              .formatted(name));
    }
  }

  /** Where this server listens. */
  public Endpoint own() {
    return endpoints.get(number - 1);
  }

  /** How many servers the cluster has. */
  public int servers() {
    return endpoints.size();
  }
}

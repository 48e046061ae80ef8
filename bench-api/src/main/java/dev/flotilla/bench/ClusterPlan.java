package dev.flotilla.bench;

import java.nio.file.Path;
import java.util.Objects;

/**
 * What a {@link SystemUnderTest} is asked to start.
 *
 * @param servers how many servers, at least 1
 * @param directory an empty directory for their data, on the disk that is measured; the harness
 *     deletes it afterwards
 * @param host starts the server processes; its owner ends them, whatever happens
 */
public record ClusterPlan(int servers, Path directory, ProcessHost host) {
  /** Refuses a cluster without servers. */
  public ClusterPlan {
    if (servers < 1) {
      throw new IllegalArgumentException("servers is " + servers + "; a cluster has at least 1");
    }
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(host, "host");
  }
}

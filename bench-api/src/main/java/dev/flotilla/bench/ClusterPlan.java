package dev.flotilla.bench;

import java.nio.file.Path;

/**
 * What a {@link SystemUnderTest} is asked to start.
 *
 * @param servers how many servers, at least 1
 * @param host where the servers run; its owner ends them, whatever happens
 */
public record ClusterPlan(int servers, ServerHost host) {
  /** Refuses a cluster without servers. */
  public ClusterPlan {
    if (servers < 1) {
      throw new IllegalArgumentException("servers is " + servers + "; a cluster has at least 1");
    }
  }

  /**
   * A cluster on this machine.
   *
   * @param directory an empty directory for the servers' data, on the disk that is measured
   * @param children starts the server processes; its owner ends them
   */
  public ClusterPlan(int servers, Path directory, ChildProcesses children) {
    this(servers, new LocalServers(children, directory));
  }
}

package dev.flotilla.bench;

import java.nio.file.Path;

/**
 * Decides where the servers of each cluster of a benchmark run, and their clients.
 *
 * <p><b>Thread.</b> One thread at a time.
 */
public interface Placement {
  /** All servers on this machine. */
  Placement LOCAL = new Placement() {};

  /**
   * Where the servers of the next cluster run: server N on host N.
   *
   * @param children starts processes on this machine; its owner ends them
   * @param data an empty directory for data of servers on this machine; the harness deletes it
   */
  default ServerHost open(ChildProcesses children, Path data) {
    return new LocalServers(children, data, this::host);
  }

  /**
   * Where a client process runs.
   *
   * @param number which of the processes that load a cluster together, from 1
   * @param servers how many servers the cluster has
   */
  default LocalHost clients(int number, int servers) {
    return LocalHost.LOOPBACK;
  }

  /**
   * A host of a run that places its processes itself.
   *
   * @param number from 1; each is another host, if there are that many
   */
  default LocalHost host(int number) {
    return LocalHost.LOOPBACK;
  }

  /** Whether there are hosts enough for a cluster of that size; hosts may be lost meanwhile. */
  default boolean isEnoughFor(int servers) {
    return true;
  }
}

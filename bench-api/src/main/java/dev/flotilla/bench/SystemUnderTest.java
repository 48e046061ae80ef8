package dev.flotilla.bench;

import java.io.IOException;
import java.util.List;

/**
 * A replicated service that the harness can start, load and measure.
 *
 * <p>The harness finds implementations by {@link java.util.ServiceLoader}; they are public with a
 * public constructor without arguments, and run in the harness's own process, so they start their
 * servers as {@linkplain ChildProcesses child processes} and load none of the measured system's
 * classes.
 *
 * <p><b>Thread.</b> One thread calls, one call at a time; calls may block.
 */
public interface SystemUnderTest {
  /** The name by which the command line and the results call it, lower case. */
  String name();

  /** The version that is measured. */
  String version();

  /** What has reached the disk when a client gets its answer, in one sentence for the reader. */
  String durability();

  /** The settings that matter for speed, in one line for the reader. */
  String configuration();

  /** The options that its servers' JVMs run with, without system properties of its own. */
  default List<String> jvmOptions() {
    return List.of();
  }

  /**
   * The same system with other options for its servers' JVMs; system properties that it needs stay.
   *
   * @throws IllegalArgumentException if its servers are not JVMs
   */
  default SystemUnderTest withJvmOptions(List<String> options) {
    throw new IllegalArgumentException(
        name() + " takes no JVM options, so it cannot run with " + String.join(" ", options));
  }

  /**
   * Starts a cluster with empty state and waits until it serves.
   *
   * @param plan how many servers, where, and who owns their processes
   * @return what clients and the harness need to know about it
   * @throws SystemFailedException if a server dies or the cluster does not serve in time
   * @throws IOException if a process or a file cannot be made
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  Cluster start(ClusterPlan plan) throws IOException, InterruptedException;

  /**
   * The program that hosts all clients of a run; its {@code main} calls {@link
   * dev.flotilla.bench.client.ClientProcess#serve}; the harness appends {@link
   * Cluster#connection()} as its last argument.
   */
  JavaProgram client();

  /**
   * {@link #client()} with another way to reconnect.
   *
   * @param reconnection how its clients wait before they try the next server; a system whose client
   *     library has one way only ignores it
   */
  default JavaProgram client(Reconnection reconnection) {
    return client();
  }
}

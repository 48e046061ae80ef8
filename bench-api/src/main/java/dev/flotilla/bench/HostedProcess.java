package dev.flotilla.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * A process of a measurement, wherever it runs.
 *
 * <p><b>Thread.</b> Safe for use by several threads; {@link #awaitExit} blocks.
 */
public interface HostedProcess {
  /** What messages call it, such as {@code zookeeper-server-2}. */
  String name();

  /** The file with its output, on the host that it runs on. */
  Path log();

  /** Whether it still runs. */
  boolean isAlive();

  /**
   * CPU time, user and system, that it has used so far; of a process that was {@link #kill killed},
   * what it had used by then; zero where the system does not tell.
   */
  Duration cpuTime();

  /** The operating system's number for it, if it runs on this host. */
  default OptionalLong localPid() {
    return OptionalLong.empty();
  }

  /**
   * SIGKILL; does not wait. Does nothing if the process has ended.
   *
   * @throws IOException if its host does not answer: the process may run on
   */
  void kill() throws IOException;

  /**
   * Waits until it ends.
   *
   * @return whether it ended in time
   */
  boolean awaitExit(Duration timeout) throws InterruptedException;

  /**
   * The failure to report when it ended although it should run.
   *
   * @param when what it was doing, such as "while starting"
   * @return a {@link HostLostException} if its host is the reason, else a {@link
   *     SystemFailedException}
   */
  IOException diedUnexpectedly(String when);
}

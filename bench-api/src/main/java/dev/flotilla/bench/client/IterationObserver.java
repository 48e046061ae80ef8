package dev.flotilla.bench.client;

import java.io.IOException;
import java.time.Duration;

/**
 * Follows clients while they {@linkplain RemoteClients#iterate iterate}; called by the thread that
 * asked, at the start and every few milliseconds until the end. It may block for a moment, as for
 * finding and killing a leader.
 */
@FunctionalInterface
public interface IterationObserver {
  /**
   * Takes note of how far the clients are.
   *
   * @param acknowledged commands of all clients that are acknowledged, as last reported
   * @param sinceStart how long ago the workload started, on this process's clock
   * @throws IOException to end the run because what it should cause cannot be caused
   */
  void progressed(long acknowledged, Duration sinceStart) throws IOException, InterruptedException;
}

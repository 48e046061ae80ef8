package dev.flotilla.bench;

import java.io.IOException;

/** Connects the clients of a client process; each system under test brings one. */
@FunctionalInterface
public interface BenchClients {
  /**
   * Connects one more client.
   *
   * @param connection what {@link Cluster#connection()} says
   * @return a client that is ready to insert
   * @throws IOException if it cannot connect; the message says to what
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  BenchClient connect(String connection) throws IOException, InterruptedException;
}

package dev.flotilla.bench.harness.paired;

import dev.flotilla.bench.client.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** A running cluster with its client process, which can be loaded and left idle. */
public interface LoadedSystem {
  /** The system's name. */
  String name();

  /** Names of the client process and the servers, with their ids. */
  Map<String, Long> processes();

  /** Connects or disconnects clients until there are exactly so many. */
  void connect(int clients) throws IOException, InterruptedException;

  /**
   * Loads the system until {@link #stop}.
   *
   * @param rate commands a second of all clients together; 0 for a closed loop
   */
  void load(int rate) throws IOException, InterruptedException;

  /** Waits until the running window has that length, and cuts it there. */
  LoadResult window(Duration length) throws IOException, InterruptedException;

  /** Ends the load and waits for the last answers. */
  void stop() throws IOException, InterruptedException;

  /** Throws if a server has died. */
  void requireAllServers() throws IOException;
}

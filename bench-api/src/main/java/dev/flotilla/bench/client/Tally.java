package dev.flotilla.bench.client;

/** What one client's loop reports to; called by one thread at a time, in the order of the loop. */
interface Tally {
  /** Whether the client is to send another command. */
  boolean wantsMore();

  /** A command was acknowledged. */
  void done(long latencyNanos);

  /** A command was not acknowledged. */
  void failed(String kind);
}

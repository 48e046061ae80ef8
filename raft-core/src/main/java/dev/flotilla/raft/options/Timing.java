package dev.flotilla.raft.options;

/**
 * The election timeout and the heartbeat of a server, in milliseconds.
 *
 * @param electionMinMillis an election starts after a random silence of at least this; at least
 *     three heartbeats
 * @param electionMaxMillis and of at most this; at least one heartbeat more than the minimum, at
 *     most {@value #MAX_ELECTION_MILLIS}
 * @param heartbeatMillis a leader sends to each follower at least this often; at least {@value
 *     #MIN_HEARTBEAT_MILLIS}
 */
public record Timing(int electionMinMillis, int electionMaxMillis, int heartbeatMillis) {
  /** The longest election timeout: clients try for 10 seconds by default. */
  public static final int MAX_ELECTION_MILLIS = 60_000;

  /** The shortest heartbeat: more often is only load. */
  public static final int MIN_HEARTBEAT_MILLIS = 5;

  /** How many heartbeats the shortest election timeout lasts, so that one may be lost. */
  public static final int MIN_HEARTBEATS = 3;

  /** The paper's intervals: 150 to 300 ms, and 50 ms. */
  public static final Timing DEFAULT = new Timing(150, 300, 50);

  /**
   * Rejects intervals that do not fit each other.
   *
   * @throws IllegalArgumentException in one line, with the limit
   */
  public Timing {
    if (heartbeatMillis < MIN_HEARTBEAT_MILLIS) {
      throw new IllegalArgumentException(
          "the heartbeat must be at least %s ms, not %s"
              .formatted(MIN_HEARTBEAT_MILLIS, heartbeatMillis));
    }
    if (electionMaxMillis > MAX_ELECTION_MILLIS) {
      throw new IllegalArgumentException(
          "the election timeout must be at most %s ms, not %s"
              .formatted(MAX_ELECTION_MILLIS, electionMaxMillis));
    }
    if ((long) heartbeatMillis * MIN_HEARTBEATS > electionMinMillis) {
      throw new IllegalArgumentException(
          ("a heartbeat of %s ms does not fit an election timeout of %s to %s ms: the minimum must"
                  + " be at least %s ms, three heartbeats; lengthen the timeout or shorten the"
                  + " heartbeat")
              .formatted(
                  heartbeatMillis,
                  electionMinMillis,
                  electionMaxMillis,
                  (long) MIN_HEARTBEATS * heartbeatMillis));
    }
    if (electionMaxMillis - electionMinMillis < heartbeatMillis) {
      throw new IllegalArgumentException(
          ("an election timeout of %s to %s ms is too narrow: the maximum must be at least %s ms,"
                  + " one heartbeat more than the minimum")
              .formatted(
                  electionMinMillis, electionMaxMillis, electionMinMillis + heartbeatMillis));
    }
  }

  /** As {@code 150 to 300 ms, heartbeat 50 ms}. */
  @Override
  public String toString() {
    return "%s to %s ms, heartbeat %s ms"
        .formatted(electionMinMillis, electionMaxMillis, heartbeatMillis);
  }
}

package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.NumberLimits;

/**
 * How fresh an answer to Read must be. Optional in a request: a server that does not know it
 * answers linearizably, which keeps every promise that may be asked for here.
 *
 * @param consistency the kind of promise
 * @param maxAgeMillis with {@link Consistency#BOUNDED}, the bound; 0 otherwise
 * @param seenIndex the newest state from which the client has an answer: no stale read answers from
 *     an older one; 0 for none
 */
public record ReadLevel(Consistency consistency, long maxAgeMillis, long seenIndex) {
  /** A day: the longest bound. */
  public static final long MAX_AGE_MILLIS = 86_400_000;

  /** Rejects numbers that cannot be sent. */
  public ReadLevel {
    if (maxAgeMillis < 0 || maxAgeMillis > MAX_AGE_MILLIS) {
      throw new IllegalArgumentException(
          "a bound of staleness is 0 to " + MAX_AGE_MILLIS + " ms, not " + maxAgeMillis);
    }
    if (seenIndex < 0 || seenIndex > NumberLimits.MAX_INDEX) {
      throw new IllegalArgumentException("no log has an index " + seenIndex);
    }
  }
}

package dev.flotilla.raft.model;

/**
 * One entry of the replicated log.
 *
 * @param position its index and term; the first entry has index 1
 * @param timeMillis the log time at which its leader appended it: how long leaders have been in
 *     office since the group began, in milliseconds. It never descends along a log, stands still
 *     while nobody leads, and has nothing to do with any clock on a wall
 * @param payload what it carries
 */
public record Entry(LogPosition position, long timeMillis, Payload payload) {
  /** Rejects the place before the first entry, and times that no log has. */
  public Entry {
    if (position.index() == 0) {
      throw new IllegalArgumentException("the first entry has index 1");
    }
    if (timeMillis < 0 || timeMillis > NumberLimits.MAX_TIME_MILLIS) {
      throw new IllegalArgumentException(
          "entry " + position + " cannot have the log time " + timeMillis);
    }
  }

  /** An entry from the very beginning, log time 0. */
  public Entry(LogPosition position, Payload payload) {
    this(position, 0, payload);
  }

  /** This entry, with a log time raised to another if it is lower. */
  public Entry notBefore(long lowestMillis) {
    return timeMillis < lowestMillis ? new Entry(position, lowestMillis, payload) : this;
  }

  /** The entry's index. */
  public long index() {
    return position.index();
  }

  /** The entry's term. */
  public long term() {
    return position.term();
  }

  /** An upper estimate of the size in bytes. */
  public int sizeBytes() {
    return payload.sizeBytes();
  }
}

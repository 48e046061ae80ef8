package dev.flotilla.raft;

/**
 * One entry of the replicated log.
 *
 * @param position its index and term; the first entry has index 1
 * @param payload what it carries
 */
public record Entry(LogPosition position, Payload payload) {
  /** Rejects the place before the first entry. */
  public Entry {
    if (position.index() == 0) {
      throw new IllegalArgumentException("the first entry has index 1");
    }
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

package dev.flotilla.order;

/**
 * Identifies a message that was broadcast.
 *
 * @param origin the process that broadcast it
 * @param number its number among the broadcasts of that process, from 0 without gaps
 */
public record MessageId(int origin, long number) implements Comparable<MessageId> {
  /** Rejects negative numbers. */
  public MessageId {
    if (origin < 0 || number < 0) {
      throw new IllegalArgumentException(
          "message %s of process %s: both numbers must be at least 0".formatted(number, origin));
    }
  }

  /** Orders by number, then by origin, so that no process always goes first. */
  @Override
  public int compareTo(MessageId other) {
    int byNumber = Long.compare(number, other.number);
    return byNumber != 0 ? byNumber : Integer.compare(origin, other.origin);
  }

  /** {@code number@origin}. */
  @Override
  public String toString() {
    return number + "@" + origin;
  }
}

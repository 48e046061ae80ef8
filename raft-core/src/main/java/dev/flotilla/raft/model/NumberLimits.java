package dev.flotilla.raft.model;

/**
 * The largest numbers of the protocol. Whoever reads a message checks them first; the types that
 * hold such numbers, and {@link dev.flotilla.raft.Raft#receive}, check them again before anything
 * is persisted. They leave room for one more, so that no addition overflows. Part of the formats on
 * the disk and on the wire: they may not become smaller.
 */
public final class NumberLimits {
  /**
   * The largest term; the journal has 48 bits for one. At a thousand elections a second: 8,900
   * years.
   */
  public static final long MAX_TERM = (1L << 48) - 1;

  /**
   * The largest index of an entry; the journal keeps 2^31 shelves of 2^14 commands. At 100,000
   * entries a second: 11 years.
   */
  public static final long MAX_INDEX = (1L << 45) - 1;

  /** The largest log time, in milliseconds: 285,000 years. */
  public static final long MAX_TIME_MILLIS = 1L << 53;

  /** The largest number of a request, of a round of reads and of a command of a session. */
  public static final long MAX_SEQUENCE = Long.MAX_VALUE;

  /** The largest version of the protocol. */
  public static final int MAX_VERSION = 1 << 20;

  /** The largest size of a snapshot, and offset in one, in bytes. */
  public static final long MAX_SNAPSHOT_BYTES = 1L << 53;

  /**
   * The largest term that a member takes over from an answer, or without a term of its own; beyond
   * it, terms rise by elections and by {@link #MAX_TERM_JUMP} only. Half of all terms are left for
   * that.
   */
  public static final long MAX_NAMED_TERM = 1L << 47;

  /** Requests raise the term of a member that has one by so much at most. */
  public static final long MAX_TERM_JUMP = 1_000_000;

  private NumberLimits() {}

  /**
   * Returns the number if it is within 0 and a limit.
   *
   * @param name what it is, for the message
   * @throws IllegalArgumentException if it is not
   */
  public static long requireWithin(String name, long number, long limit) {
    if (number < 0 || number > limit) {
      throw new IllegalArgumentException(name + " " + number + " is not within 0 and " + limit);
    }
    return number;
  }
}

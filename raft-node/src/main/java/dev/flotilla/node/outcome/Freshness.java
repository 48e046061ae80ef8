package dev.flotilla.node.outcome;

/**
 * How old the state may be that answers a question. Immutable.
 *
 * <p>Nothing here trusts another server's clock. A server knows the age of its state from the
 * moment, on its own monotonic clock, before it began a confirmation by a leader and its quorum
 * (safety rule 10): what that confirmed held every command acknowledged before that moment.
 *
 * @param level the kind of promise
 * @param maxAgeNanos with {@link Level#BOUNDED}: the answer holds every command that was
 *     acknowledged longer than this before the question arrived; 0 or more
 * @param seenIndex the answer's state has applied this entry; 0 for any
 */
public record Freshness(Level level, long maxAgeNanos, long seenIndex) {
  /** The kinds of promise. */
  public enum Level {
    /** Every command acknowledged before the question arrived. */
    LINEARIZABLE,
    /** Every command acknowledged longer ago than a bound. */
    BOUNDED,
    /** Whatever this server has applied. */
    LOCAL
  }

  /** Every command acknowledged before the question arrived. */
  public static final Freshness LINEARIZABLE = new Freshness(Level.LINEARIZABLE, 0, 0);

  /** Rejects what is negative. */
  public Freshness {
    if (maxAgeNanos < 0 || seenIndex < 0) {
      throw new IllegalArgumentException(
          "an age and an index are 0 or more, not " + maxAgeNanos + " and " + seenIndex);
    }
  }

  /** Whatever this server has applied, but not before an entry. */
  public static Freshness local(long seenIndex) {
    return new Freshness(Level.LOCAL, 0, seenIndex);
  }

  /** Every command acknowledged longer ago than the bound, and not before an entry. */
  public static Freshness bounded(long maxAgeNanos, long seenIndex) {
    return new Freshness(Level.BOUNDED, maxAgeNanos, seenIndex);
  }
}

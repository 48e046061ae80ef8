package dev.flotilla.raft.model;

/**
 * A place in a log: an index, and the term of the entry there. The one type that holds both.
 *
 * <p>Ordered as Raft compares logs: by term, then by index (Raft §5.4.1).
 *
 * @param index 1 for the first entry, 0 for the place before it
 * @param term the entry's term, 0 for the place before the first entry
 */
public record LogPosition(long index, long term) implements Comparable<LogPosition> {
  /** The place before the first entry. */
  public static final LogPosition ORIGIN = new LogPosition(0, 0);

  /** Rejects numbers beyond {@link NumberLimits}, and an index without a term. */
  public LogPosition {
    // Made for each message and entry, so only numbers that are out of range cost a call.
    if (index < 0 || index > NumberLimits.MAX_INDEX || term < 0 || term > NumberLimits.MAX_TERM) {
      NumberLimits.requireWithin("index", index, NumberLimits.MAX_INDEX);
      NumberLimits.requireWithin("term", term, NumberLimits.MAX_TERM);
    }
    if ((index == 0) != (term == 0)) {
      throw new IllegalArgumentException("not a log position: index " + index + ", term " + term);
    }
  }

  @Override
  public int compareTo(LogPosition other) {
    int byTerm = Long.compare(term, other.term);
    return byTerm != 0 ? byTerm : Long.compare(index, other.index);
  }

  /** {@code index@term}. */
  @Override
  public String toString() {
    return index + "@" + term;
  }
}

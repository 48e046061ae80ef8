package dev.flotilla.raft.log;

import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import java.util.Arrays;
import java.util.List;

/**
 * The term of every entry of the log, as runs: terms never descend, so the first index of each term
 * says it all in a few numbers, however long the log is.
 *
 * <p>It begins at a base, the last entry that compaction has taken away, or the origin. What lies
 * before it is committed and so the same in the log of every leader: it is taken to be contained,
 * and nothing else is known of it.
 */
final class TermHistory {
  private static final int INITIAL_RUNS = 8;

  // Invariant: both arrays ascend strictly over [0, runs); a base after the origin is the first.
  private long[] startIndexes = new long[INITIAL_RUNS];
  private long[] terms = new long[INITIAL_RUNS];
  private int runs;
  private long baseIndex;
  private long lastIndex;

  TermHistory(LogPosition base, List<LogPosition> termStarts, long lastIndex) {
    resetTo(base);
    for (LogPosition start : termStarts) {
      addRun(start.index(), start.term());
    }
    this.lastIndex = lastIndex;
    if (runs > 0 && startIndexes[runs - 1] > lastIndex) {
      throw new IllegalArgumentException(
          "the last term starts at " + startIndexes[runs - 1] + ", after the end " + lastIndex);
    }
  }

  long lastIndex() {
    return lastIndex;
  }

  long lastTerm() {
    return runs == 0 ? 0 : terms[runs - 1];
  }

  LogPosition last() {
    return new LogPosition(lastIndex, lastTerm());
  }

  LogPosition base() {
    return positionAt(baseIndex);
  }

  long baseIndex() {
    return baseIndex;
  }

  /** The first index of the last term that is known; 0 if none is. */
  long lastTermStart() {
    return runs == 0 ? 0 : startIndexes[runs - 1];
  }

  /** The term at an index from that of the base, the place before the first entry, to the last. */
  long termAt(long index) {
    if (index < baseIndex || index > lastIndex) {
      throw new IllegalArgumentException(
          "no entry " + index + " in a log from " + baseIndex + " to " + lastIndex);
    }
    int run = runAt(index);
    return run < 0 ? 0 : terms[run];
  }

  LogPosition positionAt(long index) {
    return new LogPosition(index, termAt(index));
  }

  /**
   * Whether the log has an entry of this term at this index; the origin is in every log, and so is
   * what a leader says it has before the base.
   */
  boolean contains(LogPosition position) {
    return position.index() < baseIndex
        || (position.index() <= lastIndex && termAt(position.index()) == position.term());
  }

  void append(long index, long term) {
    long lastTerm = runs == 0 ? 0 : terms[runs - 1];
    if (index != lastIndex + 1 || term < lastTerm) {
      throw new InvariantViolation(
          "entry " + new LogPosition(index, term) + " cannot follow " + last());
    }
    if (term > lastTerm) {
      addRun(index, term);
    }
    lastIndex = index;
  }

  /** Forgets the entry at the index and all after it. */
  void truncateFrom(long index) {
    if (index <= baseIndex) {
      throw new InvariantViolation("entry " + index + " is committed, up to " + base());
    }
    while (runs > 0 && startIndexes[runs - 1] >= index) {
      runs--;
    }
    lastIndex = Math.min(lastIndex, index - 1);
  }

  /** Makes an entry of the log the base, and forgets what comes before it. */
  void compactTo(long index) {
    LogPosition base = positionAt(index);
    int dropped = Math.max(0, runAt(index));
    runs -= dropped;
    System.arraycopy(startIndexes, dropped, startIndexes, 0, runs);
    System.arraycopy(terms, dropped, terms, 0, runs);
    if (base.index() > 0) {
      startIndexes[0] = index;
    }
    baseIndex = index;
  }

  /** Forgets everything: the log is empty after a position that it need not have held. */
  void resetTo(LogPosition base) {
    runs = 0;
    baseIndex = base.index();
    lastIndex = base.index();
    if (base.index() > 0) {
      addRun(base.index(), base.term());
    }
  }

  /**
   * The last position whose index and term are both at most the bound's: since terms never descend,
   * nothing after it can be in a log that has the bound (Raft §5.3, conflict hints). The origin if
   * that lies before the base, where nothing is known.
   */
  LogPosition lastWithin(LogPosition bound) {
    long index = Math.min(bound.index(), lastIndex);
    int run = runAt(index);
    while (run >= 0 && terms[run] > bound.term()) {
      index = startIndexes[run] - 1;
      run--;
    }
    return run < 0 ? LogPosition.ORIGIN : new LogPosition(index, terms[run]);
  }

  /** The run that holds an index, -1 for the place before the first entry. */
  private int runAt(long index) {
    // Nearly every question is about the newest term.
    if (runs > 0 && index >= startIndexes[runs - 1]) {
      return runs - 1;
    }
    int found = Arrays.binarySearch(startIndexes, 0, runs, index);
    return found >= 0 ? found : -found - 2;
  }

  private void addRun(long startIndex, long term) {
    if (runs == terms.length) {
      startIndexes = Arrays.copyOf(startIndexes, runs * 2);
      terms = Arrays.copyOf(terms, runs * 2);
    }
    startIndexes[runs] = startIndex;
    terms[runs] = term;
    runs++;
  }
}

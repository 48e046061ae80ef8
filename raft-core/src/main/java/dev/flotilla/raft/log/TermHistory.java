package dev.flotilla.raft.log;

import dev.flotilla.raft.model.LogPosition;
import java.util.Arrays;

/**
 * The term of every entry of the log, as runs: terms never descend, so the first index of each term
 * says it all in a few numbers, however long the log is. It begins at the log's base.
 */
final class TermHistory {
  private static final int INITIAL_RUNS = 8;

  // Invariant: both arrays ascend strictly over [0, runs); a base after the origin is the first.
  private long[] startIndexes = new long[INITIAL_RUNS];
  private long[] terms = new long[INITIAL_RUNS];
  private int runs;

  /** The last term that is known; 0 if none is. */
  long lastTerm() {
    return runs == 0 ? 0 : terms[runs - 1];
  }

  /** Its first index; 0 if none is known. */
  long lastTermStart() {
    return runs == 0 ? 0 : startIndexes[runs - 1];
  }

  /** The term of an entry of the log, or of the base. */
  long termAt(long index) {
    int run = runAt(index);
    return run < 0 ? 0 : terms[run];
  }

  /** A term begins with an entry. */
  void begin(LogPosition start) {
    if (runs == terms.length) {
      startIndexes = Arrays.copyOf(startIndexes, runs * 2);
      terms = Arrays.copyOf(terms, runs * 2);
    }
    startIndexes[runs] = start.index();
    terms[runs] = start.term();
    runs++;
  }

  /** Forgets the entry at the index and all after it. */
  void truncateFrom(long index) {
    while (runs > 0 && startIndexes[runs - 1] >= index) {
      runs--;
    }
  }

  /** Makes an entry of the log the base, and forgets what comes before it. */
  void compactTo(LogPosition base) {
    int dropped = Math.max(0, runAt(base.index()));
    runs -= dropped;
    System.arraycopy(startIndexes, dropped, startIndexes, 0, runs);
    System.arraycopy(terms, dropped, terms, 0, runs);
    if (base.index() > 0) {
      startIndexes[0] = base.index();
    }
  }

  /** Forgets everything: the log is empty after a position that it need not have held. */
  void resetTo(LogPosition base) {
    runs = 0;
    if (base.index() > 0) {
      begin(base);
    }
  }

  /**
   * The last position whose index and term are both at most these: since terms never descend,
   * nothing after it can be in a log that has a position of both (Raft §5.3, conflict hints). The
   * origin if that lies before the base, where nothing is known.
   *
   * @param maxIndex at most that of the last entry
   */
  LogPosition lastWithin(long maxIndex, long maxTerm) {
    long index = maxIndex;
    int run = runAt(index);
    while (run >= 0 && terms[run] > maxTerm) {
      index = startIndexes[run] - 1;
      run--;
    }
    return run < 0 ? LogPosition.ORIGIN : new LogPosition(index, terms[run]);
  }

  /** The run that holds an index, -1 for the place before the first entry. */
  private int runAt(long index) {
    int found = Arrays.binarySearch(startIndexes, 0, runs, index);
    return found >= 0 ? found : -found - 2;
  }
}

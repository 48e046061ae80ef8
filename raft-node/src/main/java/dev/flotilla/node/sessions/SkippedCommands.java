package dev.flotilla.node.sessions;

import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The committed commands that were not executed, by index: repetitions, and commands of sessions
 * that have ended. For those who read the log after the apply thread has.
 *
 * <p>Written by the apply thread, read by any; every method locks for a moment. Bound: {@value
 * #MAX_SKIPPED} indexes, and if there are more, the oldest part of the log is forgotten with them.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class SkippedCommands {
  static final int MAX_SKIPPED = 65_536;

  private final TreeSet<Long> skipped = new TreeSet<>();
  private long firstIndex;

  /** The first entry that was decided on; empty if none was. */
  public synchronized OptionalLong firstIndex() {
    return firstIndex == 0 ? OptionalLong.empty() : OptionalLong.of(firstIndex);
  }

  /** Whether the command at this index, which was decided on, was not executed. */
  public synchronized boolean contains(long index) {
    return skipped.contains(index);
  }

  /** An entry is decided on; they come in order. */
  synchronized void decided(long index) {
    if (firstIndex == 0) {
      firstIndex = index;
    }
  }

  /** The command at this index, which was decided on last, is not executed. */
  synchronized void skip(long index) {
    skipped.add(index);
    if (skipped.size() > MAX_SKIPPED) {
      firstIndex = skipped.pollFirst() + 1;
    }
  }
}

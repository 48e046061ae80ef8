package dev.flotilla.node.sessions;

import dev.flotilla.node.statemachine.Result;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * What became of the committed commands, by index, for those who read the log after the apply
 * thread has: which were not executed, as repetitions and commands of sessions that have ended, and
 * what the state machine answered to those that were executed last.
 *
 * <p>Written by the apply thread, read by any; every method locks for a moment. Bounds: {@value
 * #MAX_SKIPPED} indexes that were not executed, and if there are more, the oldest part of the log
 * is forgotten with them; {@value #MAX_RESULTS} results and {@value #MAX_BYTES} bytes of them, or
 * one result.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class RecentCommands {
  static final int MAX_SKIPPED = 65_536;
  static final int MAX_RESULTS = 4_096;
  static final long MAX_BYTES = 1 << 20;

  private final TreeSet<Long> skipped = new TreeSet<>();
  private final Map<Long, Result> results = new HashMap<>();
  private final ArrayDeque<Long> inOrder = new ArrayDeque<>();
  private long firstIndex;
  private long bytes;

  /** The first entry that was decided on; empty if none was. */
  public synchronized OptionalLong firstIndex() {
    return firstIndex == 0 ? OptionalLong.empty() : OptionalLong.of(firstIndex);
  }

  /** Whether the command at this index, which was decided on, was not executed. */
  public synchronized boolean isSkipped(long index) {
    return skipped.contains(index);
  }

  /** The result of the command at an index; empty if it is not kept any more. */
  public synchronized Optional<Result> resultAt(long index) {
    return Optional.ofNullable(results.get(index));
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

  synchronized void resolved(long index, Result result) {
    results.put(index, result);
    inOrder.add(index);
    bytes += result.value().size();
    while (inOrder.size() > 1 && (inOrder.size() > MAX_RESULTS || bytes > MAX_BYTES)) {
      Result oldest = results.remove(inOrder.remove());
      bytes -= oldest == null ? 0 : oldest.value().size();
    }
  }
}

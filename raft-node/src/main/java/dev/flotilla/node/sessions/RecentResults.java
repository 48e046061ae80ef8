package dev.flotilla.node.sessions;

import dev.flotilla.node.statemachine.Result;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the state machine answered to the commands that were executed last, by index: for those who
 * read the log after the apply thread has.
 *
 * <p>Written by the apply thread, read by any; every method locks for a moment. Bound: {@value
 * #MAX_RESULTS} results and {@value #MAX_BYTES} bytes of them, or one result.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class RecentResults {
  static final int MAX_RESULTS = 4_096;
  static final long MAX_BYTES = 1 << 20;

  private final Map<Long, Result> results = new HashMap<>();
  private final ArrayDeque<Long> inOrder = new ArrayDeque<>();
  private long bytes;

  /** The result of the command at an index; empty if it is not kept any more. */
  public synchronized Optional<Result> at(long index) {
    return Optional.ofNullable(results.get(index));
  }

  synchronized void put(long index, Result result) {
    results.put(index, result);
    inOrder.add(index);
    bytes += result.value().size();
    while (inOrder.size() > 1 && (inOrder.size() > MAX_RESULTS || bytes > MAX_BYTES)) {
      Result oldest = results.remove(inOrder.remove());
      bytes -= oldest == null ? 0 : oldest.value().size();
    }
  }
}

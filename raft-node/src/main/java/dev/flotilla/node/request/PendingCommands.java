package dev.flotilla.node.request;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What this server appended in its present term of office and does not know to be committed. Owned
 * by the group thread. Their number is bounded by {@code RaftOptions.maxUncommittedBytes}.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class PendingCommands {
  // Invariant: in both, the same commands; in order of index, all of one term.
  private final ArrayDeque<Insert> inOrder = new ArrayDeque<>();
  private final Map<Insert.Key, Insert> byKey = new HashMap<>();

  /** The earlier attempt at the same request, if one waits. */
  public @Nullable Insert find(Insert attempt) {
    return byKey.get(attempt.key);
  }

  public void add(LogPosition position, Insert insert) {
    inOrder.add(insert.appendedAt(position));
    byKey.put(insert.key, insert);
  }

  /** Takes out those whose very entry, by index and term, is among the committed ones. */
  public List<Insert> takeCommitted(List<Entry> committed) {
    if (inOrder.isEmpty()) {
      return List.of();
    }
    List<Insert> taken = new ArrayList<>(Math.min(committed.size(), inOrder.size()));
    for (Entry entry : committed) {
      Insert next = inOrder.peek();
      if (next != null && next.position().equals(entry.position())) {
        inOrder.remove();
        byKey.remove(next.key);
        taken.add(next);
      }
    }
    return taken;
  }

  /** The term in which all of them were appended; 0 if there are none. */
  public long term() {
    Insert next = inOrder.peek();
    return next == null ? 0 : next.position().term();
  }

  /** Gives up all of them. */
  public void takeAll(Consumer<Insert> taker) {
    inOrder.forEach(taker);
    inOrder.clear();
    byKey.clear();
  }
}

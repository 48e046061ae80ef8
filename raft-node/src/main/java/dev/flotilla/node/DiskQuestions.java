package dev.flotilla.node;

import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.raft.Raft;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Questions to the disk, for entries or for pieces of a snapshot, that wait until the apply thread
 * has room for them. Owned by the group thread.
 *
 * <p>The core has few of them open at a time. But one that an office has left behind stays in the
 * apply thread's queue until that thread gets on, and there may be many offices before it does. So
 * what no longer fits waits here, as long as the core awaits an answer.
 *
 * @param <T> what is asked for
 */
final class DiskQuestions<T> {
  private final BiPredicate<Raft, T> isAwaited;

  // Bounded by what the core awaits: one a follower, and for entries one for the state machine.
  private final ArrayDeque<T> waiting = new ArrayDeque<>();

  /** Whether any wait, so that it is to be asked again without fresh ones. */
  boolean areWaiting;

  DiskQuestions(BiPredicate<Raft, T> isAwaited) {
    this.isAwaited = isAwaited;
  }

  void ask(List<T> fresh, Raft raft, Mailbox<T> loads) {
    waiting.removeIf(load -> !isAwaited.test(raft, load));
    for (T load : fresh) {
      if (!waiting.contains(load)) {
        waiting.add(load);
      }
    }
    while (!waiting.isEmpty() && loads.offer(waiting.element()) != Mailbox.Delivery.FULL) {
      waiting.remove();
    }
    areWaiting = !waiting.isEmpty();
  }
}

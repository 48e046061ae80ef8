package dev.flotilla.node;

import dev.flotilla.raft.LoadEntries;
import dev.flotilla.raft.Raft;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Questions for entries on the disk that wait until the apply thread has room for them. Owned by
 * the group thread.
 *
 * <p>The core has few of them open at a time. But one that an office has left behind stays in the
 * apply thread's queue until that thread gets on, and there may be many offices before it does. So
 * what no longer fits waits here, as long as the core awaits an answer.
 */
final class LogQuestions {
  // Bounded by what Raft.awaitsLoad says: one a follower, and one for the state machine.
  private final ArrayDeque<LoadEntries> waiting = new ArrayDeque<>();

  void ask(List<LoadEntries> fresh, Raft raft, Mailbox<LoadEntries> loads) {
    waiting.removeIf(load -> !raft.awaitsLoad(load.firstIndex()));
    for (LoadEntries load : fresh) {
      if (!waiting.contains(load)) {
        waiting.add(load);
      }
    }
    while (!waiting.isEmpty() && loads.offer(waiting.element()) != Mailbox.Delivery.FULL) {
      waiting.remove();
    }
  }
}

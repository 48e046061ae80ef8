package dev.flotilla.node.request;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Entries to apply, and who waits for them here. With it the pending commands change hands, from
 * the group thread to the apply thread.
 *
 * <p>Internal: public only for the other packages of raft-node.
 *
 * @param restore a snapshot that takes the place of the state before the entries are applied
 * @param waiting a subset of the entries' commands, in order
 */
public record CommittedBatch(
    Optional<SnapshotMetadata> restore, List<Entry> entries, List<Insert> waiting) {
  /** Goes on with the state as it is. */
  public CommittedBatch(List<Entry> entries, List<Insert> waiting) {
    this(Optional.empty(), entries, waiting);
  }

  /**
   * Takes out of the pending commands, which are in the order of the log, those whose very entry,
   * by index and term, is among the committed ones.
   */
  public static CommittedBatch of(
      Optional<SnapshotMetadata> restore, List<Entry> entries, Map<Insert, Insert> pending) {
    List<Insert> taken = new ArrayList<>(Math.min(entries.size(), pending.size()));
    Iterator<Insert> inOrder = pending.values().iterator();
    Insert next = inOrder.hasNext() ? inOrder.next() : null;
    for (Entry entry : entries) {
      if (next != null && next.position().equals(entry.position())) {
        inOrder.remove();
        taken.add(next);
        next = inOrder.hasNext() ? inOrder.next() : null;
      }
    }
    return new CommittedBatch(restore, entries, taken);
  }

  /** Whether it should be applied at once. */
  public boolean isAwaited() {
    return !waiting.isEmpty() || restore.isPresent();
  }
}

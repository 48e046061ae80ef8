package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.util.List;
import java.util.Optional;

/**
 * Everything that the core wants done, as data. The driver carries it out, in any order but for the
 * one rule that {@link Persist} states, and takes the next one.
 *
 * @param persist what must reach the disk
 * @param sends what may be sent at once: nothing in it presupposes unsynced data of this server
 * @param restore a durable snapshot from which the state machine is to be restored, after what was
 *     handed out before and before {@code committed}
 * @param committed entries to apply, consecutive, each handed out once: committed, and durable here
 * @param loads reads of entries that are no longer in memory
 * @param chunks reads of a snapshot that is being sent
 * @param reads reads that ended
 * @param status the new status, if role, term, leader, heir, configuration, resignation or
 *     contradictions changed. A driver that sees this server no longer lead in the term of a
 *     pending proposal can only answer {@code unknown}
 */
public record Ready(
    Optional<Persist> persist,
    List<Send> sends,
    Optional<SnapshotMetadata> restore,
    List<Entry> committed,
    List<LoadEntries> loads,
    List<LoadChunk> chunks,
    List<ReadOutcome> reads,
    Optional<RaftStatus> status) {
  /** Copies the lists unless they are immutable already. */
  public Ready {
    sends = List.copyOf(sends);
    committed = List.copyOf(committed);
    loads = List.copyOf(loads);
    chunks = List.copyOf(chunks);
    reads = List.copyOf(reads);
  }
}

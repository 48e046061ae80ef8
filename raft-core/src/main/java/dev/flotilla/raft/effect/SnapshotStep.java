package dev.flotilla.raft.effect;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;

/**
 * What the disk is to do about snapshots and the log's beginning, as part of a {@link Persist};
 * each before the entries of that.
 */
public sealed interface SnapshotStep {
  /**
   * Write a piece of a snapshot that a leader sends, at its offset. Offset 0 begins a file anew;
   * after that pieces come in order. With the last one the file is complete: the driver checks and
   * forces it, makes it the newest snapshot unless it has one as new, and calls {@link
   * dev.flotilla.raft.Raft#snapshotReceived} or, if it is not what the metadata say, {@link
   * dev.flotilla.raft.Raft#snapshotRefused}. A driver that has no room for a piece gives the file
   * up and calls {@link dev.flotilla.raft.Raft#snapshotUnwritable}; that piece counts as written,
   * and those of the same file that follow are ignored up to its next offset 0.
   *
   * @param snapshot which one
   * @param offset where, in bytes from its start
   * @param data at least one byte, or nothing of a snapshot without state
   */
  record WriteChunk(SnapshotMetadata snapshot, long offset, Bytes data) implements SnapshotStep {
    /** Whether the file is complete with it. */
    public boolean isLast() {
      return offset + data.size() == snapshot.sizeBytes();
    }
  }

  /**
   * Give up what was written of a snapshot, by this process or a former one, and its room on the
   * disk. The log has got there by itself, and nobody sends this one any more.
   *
   * @param snapshot which one; there may be nothing of it any more
   */
  record GiveUp(SnapshotMetadata snapshot) implements SnapshotStep {}

  /**
   * Forget the whole log: it goes on after the end of a snapshot that is durable already (Raft
   * Figure 13, rule 7).
   *
   * @param snapshot the snapshot
   */
  record ResetLog(SnapshotMetadata snapshot) implements SnapshotStep {}

  /**
   * Forget the entries up to a position, which a durable snapshot holds; how many of them and when
   * is up to the disk.
   *
   * @param base the last entry that nobody asks for any more; its term is still known
   */
  record DropPrefix(LogPosition base) implements SnapshotStep {}

  /**
   * Note for the life of this data directory that it holds no commands, since it is a witness's;
   * the next start tells it by {@link DurableState#isMarkedWitness}.
   */
  record MarkWitness() implements SnapshotStep {}
}

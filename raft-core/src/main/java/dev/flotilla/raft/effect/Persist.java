package dev.flotilla.raft.effect;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.TermAndVote;
import java.util.List;
import java.util.Optional;

/**
 * What must reach the disk, and what may be sent only after it has.
 *
 * <p>Durability is a type here: a vote, a candidate's request for votes, or an acknowledgement of
 * entries that are not synced yet exists nowhere but in {@link #afterDurable()}, so that a driver
 * cannot send it early. There may be nothing to write: then the messages wait for the persists
 * before this one only, and no force of their own is needed.
 *
 * @param number ascending from 1; handed back to {@link dev.flotilla.raft.Raft#persisted}
 * @param termAndVote the new term and vote, if they changed; forced before the entries
 * @param snapshotSteps what to do about snapshots, in order, before the entries are stored
 * @param entries consecutive entries to store. If the log already reaches their first index, they
 *     replace everything from there on
 * @param afterDurable what to send once term, vote, entries and a reset of the log are forced, and
 *     pieces of snapshots are written; never before, and never if the force failed
 */
public record Persist(
    long number,
    Optional<TermAndVote> termAndVote,
    List<SnapshotStep> snapshotSteps,
    List<Entry> entries,
    List<Send> afterDurable) {
  /** Copies the lists unless they are immutable already. */
  public Persist {
    snapshotSteps = List.copyOf(snapshotSteps);
    entries = List.copyOf(entries);
    afterDurable = List.copyOf(afterDurable);
  }
}

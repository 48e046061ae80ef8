package dev.flotilla.raft.log;

import dev.flotilla.raft.effect.Effects;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * How far the log is committed, and how far the state machine has been served: each committed entry
 * goes out once, in order, when it is durable here too (safety rule 7).
 *
 * <p>After a snapshot was installed the state machine is restored from it, once the disk begins
 * with it; until that is reported nothing more goes out.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class CommittedEntries {
  private static final long NO_LOAD = 0;

  private final RaftOptions options;
  private final int maxUnappliedEntries;
  private final int maxUnappliedBytes;

  /** The sizes of the entries that were handed out after the applied ones, oldest first. */
  private final ArrayDeque<Integer> unappliedSizes = new ArrayDeque<>();

  // Invariant: appliedIndex <= handedOutIndex <= commitIndex.
  private long commitIndex;
  private long handedOutIndex;
  private long appliedIndex;
  private long loadingFrom = NO_LOAD;

  /** The last entry of the newest snapshot that was installed; entries after it wait for it. */
  private long installedIndex;

  /** The same of the newest one that went out to be restored. */
  private long restoringIndex;

  private Optional<SnapshotMetadata> toRestore = Optional.empty();

  /** The sum of {@link #unappliedSizes}. */
  private long unappliedBytes;

  /** The first entry that this server has appended as the leader, see {@link #proposedBytes()}. */
  private long proposedFrom = Long.MAX_VALUE;

  private long proposedBytes;

  public CommittedEntries(RaftOptions options, long appliedIndex) {
    this.options = options;
    this.maxUnappliedEntries = options.maxUnappliedEntries();
    this.maxUnappliedBytes = options.maxUnappliedBytes();
    this.commitIndex = appliedIndex;
    this.handedOutIndex = appliedIndex;
    this.appliedIndex = appliedIndex;
  }

  public long commitIndex() {
    return commitIndex;
  }

  /** The last entry that the state machine holds. */
  public long appliedIndex() {
    return appliedIndex;
  }

  /** A leader counts what it appends, from this index on. */
  public void beginProposals(long firstIndex) {
    proposedFrom = firstIndex;
    proposedBytes = 0;
  }

  /** The leader has appended an entry. */
  public void proposed(int sizeBytes) {
    proposedBytes += sizeBytes;
  }

  /**
   * The size of the entries that the leader has appended and that were not handed out yet. Whatever
   * does not keep up, be it the other voters, this server's own disk or its state machine, what it
   * holds up stays in memory, and so do the clients who wait for it. So this, and not what is
   * uncommitted, is what proposals are refused for.
   */
  public long proposedBytes() {
    return proposedBytes;
  }

  public void commitUpTo(long index, ReplicaLog log) {
    if (index > log.lastIndex()) {
      throw new InvariantViolation("commit index " + index + " is beyond the log " + log.last());
    }
    commitIndex = Math.max(commitIndex, index);
  }

  public void applied(long index) {
    if (index < appliedIndex || index > handedOutIndex) {
      throw new IllegalArgumentException(
          "applied index " + index + " is outside [" + appliedIndex + ", " + handedOutIndex + "]");
    }
    while (appliedIndex < index && !unappliedSizes.isEmpty()) {
      unappliedBytes -= unappliedSizes.remove();
      appliedIndex++;
    }
    // A snapshot takes the place of entries that never went out.
    appliedIndex = index;
  }

  /** A snapshot takes the place of everything up to its last entry, which is not committed here. */
  public void install(SnapshotMetadata snapshot) {
    if (snapshot.last().index() <= commitIndex) {
      throw new InvariantViolation(snapshot + " is older than what is committed, " + commitIndex);
    }
    installedIndex = snapshot.last().index();
    commitIndex = installedIndex;
    handedOutIndex = installedIndex;
    loadingFrom = NO_LOAD;
    toRestore = Optional.of(snapshot);
  }

  public boolean isLoading(long firstIndex) {
    return loadingFrom == firstIndex;
  }

  public boolean isDue(long durableIndex) {
    // Mostly nothing more is committed.
    return toRestore.isPresent()
        ? isRestoreDue(durableIndex) || areEntriesDue(durableIndex)
        : handedOutIndex < commitIndex && areEntriesDue(durableIndex);
  }

  private boolean areEntriesDue(long durableIndex) {
    return loadingFrom == NO_LOAD && handedOutIndex < limit(durableIndex) && hasRoom();
  }

  /** Hands out what may go, or asks for it when it is no longer in memory. */
  public void handOut(ReplicaLog log, long durableIndex, Effects effects) {
    if (!isDue(durableIndex)) {
      return;
    }
    if (toRestore.isPresent() && isRestoreDue(durableIndex)) {
      effects.restore(toRestore.orElseThrow());
      restoringIndex = installedIndex;
      toRestore = Optional.empty();
      return;
    }
    long first = handedOutIndex + 1;
    if (!log.holds(first)) {
      loadingFrom = first;
      effects.load(
          new LoadEntries(first, options.maxEntriesPerAppend(), options.maxBytesPerAppend()));
      return;
    }
    long limit = limit(durableIndex);
    // There is room for the first one.
    do {
      note(log.sizeBytesAt(handedOutIndex + 1));
    } while (handedOutIndex < limit && hasRoom());
    effects.commit(log.range(first, handedOutIndex));
  }

  /** Takes entries that were asked for; an answer to another question is ignored. */
  public void loaded(long firstIndex, List<Entry> entries, long durableIndex, Effects effects) {
    if (firstIndex != loadingFrom) {
      return;
    }
    loadingFrom = NO_LOAD;
    long limit = Math.min(firstIndex + entries.size() - 1, limit(durableIndex));
    int taken = 0;
    while (handedOutIndex < limit && hasRoom()) {
      note(entries.get(taken).sizeBytes());
      taken++;
    }
    if (taken > 0) {
      effects.commit(List.copyOf(entries.subList(0, taken)));
    }
  }

  /** One restoration at a time, and only from what a restart would begin with. */
  private boolean isRestoreDue(long durableIndex) {
    return toRestore.isPresent()
        && durableIndex >= installedIndex
        && appliedIndex >= restoringIndex;
  }

  private void note(int sizeBytes) {
    handedOutIndex++;
    unappliedSizes.add(sizeBytes);
    unappliedBytes += sizeBytes;
    if (handedOutIndex >= proposedFrom) {
      proposedBytes -= sizeBytes;
    }
  }

  /** True whenever nothing is unapplied, so that an entry of any size gets through. */
  private boolean hasRoom() {
    return appliedIndex >= installedIndex && unappliedBytes < maxUnappliedBytes;
  }

  private long limit(long durableIndex) {
    long safe = Math.min(commitIndex, durableIndex);
    return Math.min(safe, appliedIndex + maxUnappliedEntries);
  }
}

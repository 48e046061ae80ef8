package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.progress.Progress;
import dev.flotilla.raft.progress.SnapshotPace;
import dev.flotilla.raft.progress.SnapshotTransfer;

/**
 * Brings followers that lack entries from before the log's base up to it by a snapshot, for one
 * leader (Raft §7). A transfer goes on with the snapshot that it began with; if the follower has
 * nothing of that, or the disk has it no more, it begins anew with the newest one. A witness is
 * told what the newest one stands for: the state is none of its business, and the disk is not
 * asked. Each transfer keeps its {@link SnapshotPace}.
 */
final class SnapshotSender {
  private final Replica replica;
  private final Followers followers;

  /** What this leader has appended to its log. */
  long logBytes;

  /** Whether somebody may be sent one. */
  boolean isTransferring;

  SnapshotSender(Replica replica, Followers followers) {
    this.replica = replica;
    this.followers = followers;
  }

  boolean hasWork(Progress follower) {
    return follower.transfer().map(this::isDue).orElse(true);
  }

  private boolean isDue(SnapshotTransfer transfer) {
    return transfer.isIdle()
        && (!transfer.snapshot().holdsState()
            || transfer.pace().isOpen(replica.nowNanos, logBytes));
  }

  /** When a transfer that has kept back goes on, or another deadline if that is earlier. */
  long deadlineOr(long otherNanos) {
    long deadline = otherNanos;
    isTransferring = false;
    for (Progress follower : followers) {
      isTransferring |= follower.transfer().isPresent();
      long openNanos =
          follower
              .transfer()
              .filter(it -> it.isIdle() && it.snapshot().holdsState())
              .filter(it -> follower.needsSnapshot(replica.log.baseIndex()))
              .map(it -> it.pace().openNanos())
              .orElse(deadline);
      deadline = openNanos - deadline < 0 ? openNanos : deadline;
    }
    return deadline;
  }

  /** Asks the disk for the next piece, unless that is under way or unanswered. */
  void work(Progress follower) {
    isTransferring = true;
    SnapshotTransfer transfer =
        follower
            .transfer()
            .filter(it -> hasBegun(it) || it.snapshot().equals(newestFor(follower)))
            .orElseGet(() -> follower.beginTransfer(newTransfer(follower)));
    if (!isDue(transfer)) {
      return;
    }
    if (!transfer.snapshot().holdsState()) {
      send(follower, transfer, Bytes.EMPTY);
      return;
    }
    if (!isAwaited(transfer.snapshot(), transfer.offset())) {
      replica.effects.load(
          new LoadChunk(
              transfer.snapshot(),
              transfer.offset(),
              replica.options.compaction().maxChunkBytes()));
    }
    transfer.loading();
  }

  /** Whether a state is on its way, so that it would be a loss to begin anew with another. */
  private static boolean hasBegun(SnapshotTransfer transfer) {
    return transfer.snapshot().holdsState() && (transfer.offset() > 0 || !transfer.isIdle());
  }

  /** Whether the disk has been asked for a piece, for whichever follower. */
  boolean isAwaited(SnapshotMetadata snapshot, long offset) {
    return followers.stream().anyMatch(it -> it.isLoading(snapshot, offset));
  }

  /** Sends a piece to all who wait for it; without data, there is no such file any more. */
  void loaded(SnapshotMetadata snapshot, long offset, Bytes data) {
    for (Progress follower : followers) {
      if (!follower.isLoading(snapshot, offset)) {
        continue;
      }
      SnapshotTransfer transfer = follower.transfer().orElseThrow();
      if (data.size() > 0) {
        send(follower, transfer, data);
      } else if (snapshot.equals(newestFor(follower))) {
        // There is none to begin anew with. As after a piece that is not answered, a while passes.
        transfer.sent(replica.nowNanos);
      } else {
        follower.endTransfer();
      }
    }
  }

  private void send(Progress follower, SnapshotTransfer transfer, Bytes data) {
    transfer.sent(replica.nowNanos);
    transfer.pace().sent(data.size());
    replica.send(
        follower.member(),
        new InstallSnapshot(
            replica.term, transfer.snapshot(), transfer.offset(), data, replica.nextSequence()));
  }

  /** Takes an answer, which has been noted as a sign of life already. */
  void answered(Progress follower, InstallSnapshotResponse response) {
    SnapshotTransfer transfer = follower.transfer().orElse(null);
    if (transfer == null || !transfer.isNews(response)) {
      return;
    }
    if (response.done()) {
      follower.installed(transfer.snapshot().last(), replica.lastSequence, replica.nowNanos);
    } else {
      transfer.answered(response);
    }
  }

  void tick() {
    for (Progress follower : followers) {
      follower.transfer().ifPresent(transfer -> transfer.tick(replica.nowNanos));
    }
  }

  /** Whether a follower that is heard is being sent a state, and takes it. */
  boolean isSending() {
    long silence = replica.timeout.maxNanos();
    return followers.stream()
        .filter(it -> it.transfer().filter(this::isTaken).isPresent())
        .anyMatch(it -> replica.nowNanos - it.heardNanos() < silence);
  }

  private boolean isTaken(SnapshotTransfer transfer) {
    return transfer.snapshot().holdsState() && transfer.isTaken(replica.nowNanos);
  }

  private SnapshotTransfer newTransfer(Progress follower) {
    return new SnapshotTransfer(newestFor(follower), replica.options, replica.lastSequence);
  }

  private SnapshotMetadata newestFor(Progress follower) {
    SnapshotMetadata newest =
        replica
            .snapshots
            .newest()
            .orElseThrow(
                () ->
                    new InvariantViolation(
                        "the log begins at " + replica.log.base() + " without a snapshot"));
    if (follower.isWitnessAfter(newest.last().index() - 1)) {
      return newest.withoutState();
    }
    if (!newest.holdsState()) {
      throw new InvariantViolation(
          "a witness leads: its snapshot at " + newest.last() + " is bare");
    }
    return newest;
  }
}

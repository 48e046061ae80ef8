package dev.flotilla.raft;

import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;

/**
 * Brings followers that lack entries from before the log's base up to it by a snapshot, for one
 * leader (Raft §7). A transfer goes on with the snapshot that it began with; if the disk has that
 * no more, it begins anew with the newest one.
 */
final class SnapshotSender {
  private final Replica replica;
  private final Followers followers;

  SnapshotSender(Replica replica, Followers followers) {
    this.replica = replica;
    this.followers = followers;
  }

  /** Whether the entry that the follower needs next follows on one that is gone. */
  boolean isNeededBy(Progress follower) {
    return follower.nextIndex() <= replica.log().base().index();
  }

  boolean hasWork(Progress follower) {
    return follower.transfer().map(SnapshotTransfer::isIdle).orElse(true);
  }

  /** Asks the disk for the next piece, unless that is under way or unanswered. */
  void work(Progress follower) {
    SnapshotTransfer transfer =
        follower.transfer().orElseGet(() -> follower.beginTransfer(newTransfer()));
    if (!transfer.isIdle()) {
      return;
    }
    if (!isAwaited(transfer.snapshot(), transfer.offset())) {
      replica
          .effects()
          .load(
              new LoadChunk(
                  transfer.snapshot(), transfer.offset(), replica.options().maxChunkBytes()));
    }
    transfer.loading();
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
      if (data.size() == 0) {
        follower.endTransfer();
      } else {
        follower.transfer().orElseThrow().sent(replica.nowNanos());
        replica.send(
            follower.member(),
            new InstallSnapshot(replica.term(), snapshot, offset, data, replica.nextSequence()));
      }
    }
  }

  /** Takes an answer, which has been noted as a sign of life already. */
  void answered(Progress follower, InstallSnapshotResponse response) {
    SnapshotTransfer transfer = follower.transfer().orElse(null);
    if (transfer == null || !transfer.isNews(response)) {
      return;
    }
    if (response.done()) {
      follower.installed(transfer.snapshot().last().index(), replica.nowNanos());
    } else {
      transfer.answered(response);
    }
  }

  void tick() {
    for (Progress follower : followers) {
      follower.transfer().ifPresent(transfer -> transfer.tick(replica.nowNanos()));
    }
  }

  /** Whether a follower that is heard is being sent one. */
  boolean isSending() {
    long silence = replica.options().electionTimeoutMaxNanos();
    return followers.stream()
        .anyMatch(
            it -> it.transfer().isPresent() && replica.nowNanos() - it.heardNanos() < silence);
  }

  private SnapshotTransfer newTransfer() {
    SnapshotMetadata newest =
        replica
            .snapshots()
            .newest()
            .orElseThrow(
                () ->
                    new InvariantViolation(
                        "the log begins at " + replica.log().base() + " without a snapshot"));
    return new SnapshotTransfer(newest, replica.options(), replica.lastSequence());
  }
}

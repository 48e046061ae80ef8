package dev.flotilla.raft.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.RaftOptions;
import org.junit.jupiter.api.Test;

final class SnapshotTransferTest {
  private static final RaftOptions OPTIONS = RaftOptions.DEFAULT;
  private static final SnapshotMetadata SNAPSHOT =
      new SnapshotMetadata(new LogPosition(9, 2), 0, Members.group(3), 1, 100, 7);

  private final SnapshotTransfer transfer = new SnapshotTransfer(SNAPSHOT, OPTIONS, 10);

  @Test
  void thereIsOnePieceUnderWayAtATime() {
    assertThat(transfer.isIdle()).isTrue();
    transfer.loading();
    assertThat(transfer.isIdle()).isFalse();
    transfer.sent(0);
    assertThat(transfer.isIdle()).isFalse();

    transfer.answered(wants(40, 11));

    assertThat(transfer.isIdle()).isTrue();
    assertThat(transfer.offset()).isEqualTo(40);
  }

  @Test
  void answersThatWereOvertakenAreNoNews() {
    assertThat(transfer.isNews(wants(40, 10))).isFalse();
    transfer.answered(wants(40, 12));

    assertThat(transfer.isNews(wants(20, 11))).isFalse();
    assertThat(transfer.isNews(wants(60, 13))).isTrue();
  }

  @Test
  void silenceIsBorneLongerEachTimeUpToABound() {
    long nowNanos = 0;
    long patience = OPTIONS.electionTimeoutMinNanos();
    for (int i = 0; i < 5; i++) {
      transfer.sent(nowNanos);
      transfer.tick(nowNanos + patience - 1);
      assertThat(transfer.isIdle()).isFalse();
      nowNanos += patience;
      transfer.tick(nowNanos);
      assertThat(transfer.isIdle()).isTrue();
      patience = Math.min(2 * patience, 2 * OPTIONS.electionTimeoutMaxNanos());
    }
  }

  @Test
  void aFollowerThatHasAllAndIsNotDoneYetIsAskedAgainLater() {
    transfer.sent(0);
    transfer.answered(wants(100, 11));

    assertThat(transfer.isIdle()).isFalse();
    transfer.tick(OPTIONS.electionTimeoutMinNanos());
    assertThat(transfer.isIdle()).isTrue();
    assertThat(transfer.offset()).isLessThan(100);
  }

  private static InstallSnapshotResponse wants(long offset, long sequence) {
    return new InstallSnapshotResponse(1, false, offset, sequence);
  }
}

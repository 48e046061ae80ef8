package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How often a follower lets a snapshot begin for which there is no room. */
final class SnapshotPauseTest {
  private static final long TERM = 5;
  private static final SnapshotMetadata SNAPSHOT = snapshot(8, 77);
  private static final SnapshotMetadata ANOTHER = snapshot(9, 78);
  private static final long SHORTEST_NANOS = 3 * RaftOptions.DEFAULT.electionTimeoutMaxNanos();
  private static final long LONGEST_NANOS = 256 * SHORTEST_NANOS;
  private static final long STEP_NANOS = SHORTEST_NANOS / 10;

  private final Raft raft =
      new Raft(
          Members.member(1),
          Members.group(3),
          new DurableState(new TermAndVote(TERM, Optional.empty()), List.of(), 0, 0, 0),
          RaftOptions.DEFAULT,
          new Random(1),
          0);
  private long nowNanos;
  private long sequence;

  @Test
  void whatIsWrittenInVainIsTriedHalfAsOftenEachTimeButEveryFewMinutes() {
    begins(SNAPSHOT);
    long expectedNanos = SHORTEST_NANOS;
    for (int i = 0; i < 12; i++) {
      assertThat(pauseAfter(1)).isEqualTo(expectedNanos);
      expectedNanos = Math.min(2 * expectedNanos, LONGEST_NANOS);
    }
  }

  @Test
  void whatIsSeenNotToFitIsLookedAtSoonAgain() {
    begins(SNAPSHOT);
    for (int i = 0; i < 12; i++) {
      assertThat(pauseAfter(0)).isEqualTo(SHORTEST_NANOS);
    }
  }

  @Test
  void anotherSnapshotWaitsForNothing() {
    begins(SNAPSHOT);
    pauseAfter(1);
    pauseAfter(1);
    raft.snapshotUnwritable(SNAPSHOT, 1);

    assertThat(isBegun(ANOTHER)).isTrue();
    raft.snapshotUnwritable(ANOTHER, 1);
    assertThat(isBegun(ANOTHER)).isFalse();
    nowNanos += SHORTEST_NANOS;
    assertThat(isBegun(ANOTHER)).isTrue();
  }

  private void begins(SnapshotMetadata snapshot) {
    assertThat(isBegun(snapshot)).isTrue();
  }

  /** How long it takes until it may begin again. */
  private long pauseAfter(long writtenBytes) {
    raft.snapshotUnwritable(SNAPSHOT, writtenBytes);
    long thenNanos = nowNanos;
    while (!isBegun(SNAPSHOT) && nowNanos - thenNanos <= LONGEST_NANOS) {
      nowNanos += STEP_NANOS;
    }
    return nowNanos - thenNanos;
  }

  private boolean isBegun(SnapshotMetadata snapshot) {
    sequence++;
    raft.noteTime(nowNanos);
    Bytes data = Bytes.wrap(new byte[4]);
    raft.receive(Members.member(2), new InstallSnapshot(TERM, snapshot, 0, data, sequence));
    Optional<Persist> persist = raft.ready().persist();
    persist.ifPresent(it -> raft.persisted(it.number()));
    return persist
        .filter(it -> it.snapshotSteps().contains(new SnapshotStep.WriteChunk(snapshot, 0, data)))
        .isPresent();
  }

  private static SnapshotMetadata snapshot(long index, long checksum) {
    return new SnapshotMetadata(new LogPosition(index, TERM), 0, Members.group(3), 1, 10, checksum);
  }
}

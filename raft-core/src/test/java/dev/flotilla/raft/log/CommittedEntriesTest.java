package dev.flotilla.raft.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.effect.Effects;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.Bounds;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CommittedEntriesTest {
  private static final RaftOptions OPTIONS = Bounds.parse(List.of("unapplied=2"));

  private final ReplicaLog log = new ReplicaLog(Members.group(1), DurableState.EMPTY);
  private final CommittedEntries committed = new CommittedEntries(OPTIONS, 0);
  private final Effects effects = new Effects();

  CommittedEntriesTest() {
    for (long index = 1; index <= 5; index++) {
      log.append(new Entry(new LogPosition(index, 1), NoOp.INSTANCE));
    }
  }

  @Test
  void nothingGoesOutBeforeItIsDurableHere() {
    committed.commitUpTo(5, log);

    committed.handOut(log, 1, effects);

    assertThat(handedOut()).containsExactly(1L);
  }

  @Test
  void nothingGoesOutBeforeItIsCommitted() {
    committed.commitUpTo(1, log);

    committed.handOut(log, 5, effects);

    assertThat(handedOut()).containsExactly(1L);
  }

  @Test
  void theStateMachineIsNeverMoreThanTheBoundBehind() {
    committed.commitUpTo(5, log);
    committed.handOut(log, 5, effects);
    assertThat(handedOut()).containsExactly(1L, 2L);
    assertThat(committed.isDue(5)).isFalse();

    committed.applied(1);

    committed.handOut(log, 5, effects);
    assertThat(handedOut()).containsExactly(3L);
  }

  @Test
  void entriesGoOutWhileThoseUnappliedTakeFewBytesAndOneAtLeast() {
    int entryBytes = NoOp.INSTANCE.sizeBytes();
    CommittedEntries two = bounded(2 * entryBytes);
    two.commitUpTo(5, log);
    two.handOut(log, 5, effects);
    assertThat(handedOut()).containsExactly(1L, 2L);
    assertThat(two.isDue(5)).isFalse();
    two.applied(2);
    assertThat(two.isDue(5)).isTrue();
    two.handOut(log, 5, effects);
    assertThat(handedOut()).containsExactly(3L, 4L);

    CommittedEntries none = bounded(1);
    none.commitUpTo(5, log);
    none.handOut(log, 5, effects);
    assertThat(handedOut()).containsExactly(1L);
    none.applied(1);
    none.handOut(log, 5, effects);
    assertThat(handedOut()).containsExactly(2L);
  }

  private static CommittedEntries bounded(int maxUnappliedBytes) {
    return new CommittedEntries(Bounds.parse(List.of("unappliedbytes=" + maxUnappliedBytes)), 0);
  }

  @Test
  void loadedEntriesGoOutAsFarAsTheyMay() {
    ReplicaLog onDisk =
        new ReplicaLog(
            Members.group(1),
            new DurableState(
                new TermAndVote(1, Optional.empty()), List.of(new LogPosition(1, 1)), 5, 0, 0));
    committed.commitUpTo(5, onDisk);
    committed.handOut(onDisk, 5, effects);
    assertThat(effects.takeLoads()).extracting(LoadEntries::firstIndex).containsExactly(1L);
    assertThat(committed.isDue(5)).as("due while it is being loaded").isFalse();

    committed.loaded(2, log.range(2, 5), 5, effects);
    assertThat(handedOut()).as("an answer to another question").isEmpty();
    committed.loaded(1, log.range(1, 5), 5, effects);
    assertThat(handedOut()).containsExactly(1L, 2L);
  }

  @Test
  void theCommitIndexNeverFallsAndNeverPassesTheLog() {
    committed.commitUpTo(3, log);
    committed.commitUpTo(2, log);

    assertThat(committed.commitIndex()).isEqualTo(3);
    assertThatThrownBy(() -> committed.commitUpTo(6, log))
        .isInstanceOf(InvariantViolation.class)
        .hasMessage("commit index 6 is beyond the log 5@1");
  }

  @Test
  void whatWasNotHandedOutCannotHaveBeenApplied() {
    assertThatThrownBy(() -> committed.applied(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("applied index 1 is outside [0, 0]");
  }

  private List<Long> handedOut() {
    return effects.takeCommitted().stream().map(Entry::index).toList();
  }

  @Test
  void afterASnapshotTheMachineIsRestoredOnceTheDiskBeginsWithIt() {
    committed.commitUpTo(2, log);
    committed.handOut(log, 5, effects);
    assertThat(handedOut()).containsExactly(1L, 2L);
    committed.install(snapshot(4));

    assertThat(committed.commitIndex()).isEqualTo(4);
    assertThat(committed.isDue(3)).isFalse();
    committed.handOut(log, 4, effects);
    assertThat(effects.takeRestore()).contains(snapshot(4));
  }

  @Test
  void nothingGoesOutBeforeTheMachineIsRestored() {
    committed.install(snapshot(4));
    committed.commitUpTo(5, log);
    committed.handOut(log, 5, effects);
    assertThat(committed.isDue(5)).isFalse();

    committed.applied(4);

    committed.handOut(log, 5, effects);
    assertThat(handedOut()).containsExactly(5L);
  }

  @Test
  void ofSnapshotsThatArriveDuringARestorationTheNewestIsNext() {
    committed.install(snapshot(2));
    committed.handOut(log, 5, effects);
    assertThat(effects.takeRestore()).contains(snapshot(2));
    committed.install(snapshot(3));
    committed.install(snapshot(4));
    assertThat(committed.isDue(5)).isFalse();

    committed.applied(2);

    committed.handOut(log, 5, effects);
    assertThat(effects.takeRestore()).contains(snapshot(4));
  }

  @Test
  void whatIsCommittedIsNeverReplacedByASnapshot() {
    committed.commitUpTo(4, log);

    assertThatThrownBy(() -> committed.install(snapshot(4))).isInstanceOf(InvariantViolation.class);
  }

  private static SnapshotMetadata snapshot(long index) {
    return new SnapshotMetadata(new LogPosition(index, 1), 0, Members.group(3), 1, 1, index);
  }
}

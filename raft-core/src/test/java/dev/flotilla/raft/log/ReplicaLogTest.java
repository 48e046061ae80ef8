package dev.flotilla.raft.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplicaLogTest {
  private static final TermAndVote TERM_9 = new TermAndVote(9, Optional.empty());

  private final ReplicaLog log = new ReplicaLog(Members.group(3), DurableState.EMPTY);

  @Test
  void entriesReadFromTheDiskAreKnownAsFarAsTheLogStillHoldsThem() {
    Entry first = append(1, 0);
    Entry second = append(1, 0);
    Entry replaced = append(1, 0);
    log.truncateFrom(3);
    Entry third = append(2, 0);

    assertThat(log.known(1, List.of(first, second, replaced))).containsExactly(first, second);
    assertThat(log.known(1, List.of(first, second, third))).containsExactly(first, second, third);
    assertThat(log.known(2, List.of(second))).containsExactly(second);
    assertThat(log.known(3, List.of(replaced))).isEmpty();
  }

  @Test
  void entriesOfOtherPlacesThanAskedForAreNotKnown() {
    Entry first = append(1, 0);
    Entry second = append(1, 0);

    assertThat(log.known(2, List.of(first))).isEmpty();
    assertThat(log.known(1, List.of(first, first, second))).containsExactly(first);
    assertThat(log.known(1, List.of(first, second, entry(3, 1, 0)))).containsExactly(first, second);
  }

  @Test
  void theLogTimeIsThatOfTheLastEntryEvenAfterATruncation() {
    append(1, 5);
    append(1, 5);
    append(1, 8);
    assertThat(log.lastTimeMillis()).isEqualTo(8);

    log.truncateFrom(3);

    assertThat(log.lastTimeMillis()).isEqualTo(5);
    assertThatThrownBy(() -> append(2, 4)).isInstanceOf(InvariantViolation.class);
    append(2, 6);
    assertThat(log.lastTimeMillis()).isEqualTo(6);
  }

  @Test
  void whatADiskHeldIsKnownByItsTermsAndNotInMemory() {
    ReplicaLog restarted =
        new ReplicaLog(
            Members.group(3),
            new DurableState(
                TERM_9, List.of(new LogPosition(1, 2), new LogPosition(4, 3)), 5, 70, 0));

    assertThat(restarted.last()).isEqualTo(new LogPosition(5, 3));
    assertThat(restarted.lastIndex()).isEqualTo(5);
    assertThat(restarted.lastTimeMillis()).isEqualTo(70);
    assertThat(restarted.termAt(3)).isEqualTo(2);
    assertThat(restarted.positionAt(4)).isEqualTo(new LogPosition(4, 3));
    assertThat(restarted.contains(new LogPosition(3, 2))).isTrue();
    assertThat(restarted.contains(new LogPosition(4, 2))).isFalse();
    assertThat(restarted.lastWithin(new LogPosition(5, 2))).isEqualTo(new LogPosition(3, 2));
    assertThat(restarted.holds(5)).isFalse();
  }

  @Test
  void theNewestEntriesAreInMemoryUntilTheyAreEvicted() {
    Entry first = append(1, 0);
    Entry second = append(1, 0);
    Entry third = append(1, 0);
    assertThat(log.get(2)).isEqualTo(second);
    assertThat(log.slice(1, 2, 1000)).containsExactly(first, second);
    assertThat(log.range(2, 3)).containsExactly(second, third);

    log.evict(1, 0);

    assertThat(log.holds(1)).isFalse();
    assertThat(log.holds(2)).isTrue();
  }

  @Test
  void whatIsCompactedIsForgottenOfTheConfigurationsToo() {
    Configuration two = new Configuration(Members.of(1, 2));
    Configuration one = new Configuration(Members.of(1));
    log.append(new Entry(new LogPosition(1, 1), 0, two));
    append(1, 0);
    log.append(new Entry(new LogPosition(3, 1), 0, one));

    log.compactTo(2);

    assertThat(log.base()).isEqualTo(new LogPosition(2, 1));
    assertThat(log.configurations().at(0)).as("what the base knows").isEqualTo(two);
    assertThat(log.configurations().latest()).isEqualTo(one);
    log.truncateFrom(3);
    assertThat(log.configurations().latest()).isEqualTo(two);
  }

  @Test
  void aLogThatIsResetHasTheConfigurationAndTheTimeOfTheSnapshot() {
    Configuration one = new Configuration(Members.of(1));
    append(1, 3);
    SnapshotMetadata snapshot = new SnapshotMetadata(new LogPosition(7, 2), 40, one, 1, 1, 1);

    log.resetTo(snapshot);

    assertThat(log.last()).isEqualTo(snapshot.last());
    assertThat(log.configurations().latest()).isEqualTo(one);
    assertThat(log.configurations().latestIndex()).isEqualTo(7);
    assertThat(log.lastTimeMillis()).isEqualTo(40);
    assertThat(log.holds(1)).isFalse();
  }

  @Test
  void whereTheNewestBytesBeginIsKnownOfEntriesThatTheLogHoldsOnly() {
    for (int index = 1; index <= 4; index++) {
      appendStride();
    }
    assertThat(log.tailBeginsAfter(4, 0)).isEqualTo(4);

    log.truncateFrom(3);
    append(1, 0);
    assertThat(log.tailBeginsAfter(3, 0)).as("the third is another now").isEqualTo(2);
    log.compactTo(1);
    assertThat(log.tailBeginsAfter(1, 0)).as("the first is gone").isZero();
    log.resetTo(new SnapshotMetadata(new LogPosition(7, 2), 0, Members.group(3), 1, 1, 1));
    assertThat(log.tailBeginsAfter(7, 0)).as("all are gone").isZero();
  }

  private void appendStride() {
    Bytes bytes = Bytes.wrap(new byte[RecentEntries.STRIDE_BYTES]);
    log.append(
        new Entry(new LogPosition(log.lastIndex() + 1, 1), 0, new Command("uid", "", bytes)));
  }

  private Entry append(long term, long timeMillis) {
    Entry entry = entry(log.lastIndex() + 1, term, timeMillis);
    log.append(entry);
    return entry;
  }

  private static Entry entry(long index, long term, long timeMillis) {
    return new Entry(new LogPosition(index, term), timeMillis, NoOp.INSTANCE);
  }
}

package dev.flotilla.raft.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a {@link ReplicaLog} knows of the terms of its entries. */
final class TermHistoryTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void knowsTheSameAsAListOfAllTerms(long seed) {
    Random random = new Random(seed);
    List<Long> twin = new ArrayList<>();
    ReplicaLog log = new ReplicaLog(Members.group(3), DurableState.EMPTY);
    long term = 1;
    for (int step = 0; step < 2000; step++) {
      if (random.nextInt(20) == 0 && !twin.isEmpty()) {
        int keep = random.nextInt(twin.size() + 1);
        twin.subList(keep, twin.size()).clear();
        log.truncateFrom(keep + 1L);
      } else {
        term += random.nextInt(10) == 0 ? 1 + random.nextInt(200) : 0;
        twin.add(term);
        append(log, twin.size(), term);
      }
      compare(log, twin, random);
    }
  }

  @Test
  void startsFromTheFirstPositionsOfItsTerms() {
    ReplicaLog log = log(5, new LogPosition(1, 2), new LogPosition(4, 300));

    assertThat(log.last()).isEqualTo(new LogPosition(5, 300));
    assertThat(log.termAt(3)).isEqualTo(2);
    assertThat(log.termAt(4)).isEqualTo(300);
    assertThat(log.termAt(0)).isZero();
  }

  @Test
  void refusesEntriesThatCannotFollow() {
    ReplicaLog log = log(3, new LogPosition(1, 2));

    assertThatThrownBy(() -> append(log, 5, 2))
        .isInstanceOf(InvariantViolation.class)
        .hasMessage("entry 5@2 cannot follow 3@2");
    assertThatThrownBy(() -> append(log, 4, 1)).isInstanceOf(InvariantViolation.class);
    assertThatThrownBy(() -> log.termAt(4)).isInstanceOf(IllegalArgumentException.class);
  }

  private static void compare(ReplicaLog log, List<Long> twin, Random random) {
    assertThat(log.lastIndex()).isEqualTo(twin.size());
    assertThat(log.last().term()).isEqualTo(twin.isEmpty() ? 0 : twin.get(twin.size() - 1));
    long index = 1 + random.nextLong(twin.size() + 3L);
    long term = 1 + random.nextLong(log.last().term() + 2);
    LogPosition position = new LogPosition(index, term);
    boolean inside = index <= twin.size();
    if (inside) {
      assertThat(log.termAt(index)).isEqualTo(twin.get((int) index - 1));
    }
    assertThat(log.contains(position)).isEqualTo(inside && twin.get((int) index - 1) == term);
    assertThat(log.lastWithin(position)).isEqualTo(naivelyLastWithin(twin, position));
  }

  private static LogPosition naivelyLastWithin(List<Long> twin, LogPosition bound) {
    for (long index = Math.min(bound.index(), twin.size()); index > 0; index--) {
      if (twin.get((int) index - 1) <= bound.term()) {
        return new LogPosition(index, twin.get((int) index - 1));
      }
    }
    return LogPosition.ORIGIN;
  }

  @Test
  void whatLiesBeforeTheBaseIsContainedAndNothingElseIsKnownOfIt() {
    ReplicaLog log = log();
    log.compactTo(5);

    assertThat(log.base()).isEqualTo(new LogPosition(5, 300));
    assertThat(log.positionAt(5)).isEqualTo(new LogPosition(5, 300));
    assertThat(log.contains(new LogPosition(4, 2))).isTrue();
    assertThat(log.contains(new LogPosition(5, 2))).isFalse();
    assertThatThrownBy(() -> log.termAt(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no entry 4 in a log from 5 to 9");
    assertThatThrownBy(() -> log.truncateFrom(5)).isInstanceOf(InvariantViolation.class);
  }

  @Test
  void hintsBelowTheBaseLeadToTheOrigin() {
    ReplicaLog log = log();
    log.compactTo(5);

    assertThat(log.lastWithin(new LogPosition(4, 300))).isEqualTo(LogPosition.ORIGIN);
    assertThat(log.lastWithin(new LogPosition(8, 299))).isEqualTo(LogPosition.ORIGIN);
    assertThat(log.lastWithin(new LogPosition(5, 300))).isEqualTo(new LogPosition(5, 300));
    assertThat(log.lastWithin(new LogPosition(9, 399))).isEqualTo(new LogPosition(7, 300));
  }

  @Test
  void compactionKeepsTheTermsFromTheBaseOn() {
    for (long base = 0; base <= 9; base++) {
      ReplicaLog whole = log();
      ReplicaLog compacted = log();
      compacted.compactTo(base);
      for (long index = base; index <= 9; index++) {
        assertThat(compacted.positionAt(index)).isEqualTo(whole.positionAt(index));
      }
      append(compacted, 10, 500);
      assertThat(compacted.last()).isEqualTo(new LogPosition(10, 500));
    }
  }

  @Test
  void aResetLogIsEmptyAfterAPositionItNeverHad() {
    ReplicaLog log = log();
    log.resetTo(new SnapshotMetadata(new LogPosition(20, 6), 0, Members.group(3), 1, 1, 1));

    assertThat(log.last()).isEqualTo(new LogPosition(20, 6));
    assertThat(log.base()).isEqualTo(new LogPosition(20, 6));
    append(log, 21, 6);
    assertThat(log.lastWithin(new LogPosition(30, 7))).isEqualTo(new LogPosition(21, 6));
  }

  /** Terms 2, 300 and 400, from 1, 4 and 8 on. */
  private static ReplicaLog log() {
    return log(9, new LogPosition(1, 2), new LogPosition(4, 300), new LogPosition(8, 400));
  }

  private static ReplicaLog log(long lastIndex, LogPosition... termStarts) {
    TermAndVote vote = new TermAndVote(400, Optional.empty());
    return new ReplicaLog(
        Members.group(3), new DurableState(vote, List.of(termStarts), lastIndex, 0, 0));
  }

  private static void append(ReplicaLog log, long index, long term) {
    log.append(new Entry(new LogPosition(index, term), NoOp.INSTANCE));
  }
}

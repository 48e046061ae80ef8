package dev.flotilla.raft.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TermHistoryTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void knowsTheSameAsAListOfAllTerms(long seed) {
    Random random = new Random(seed);
    List<Long> twin = new ArrayList<>();
    TermHistory history = new TermHistory(LogPosition.ORIGIN, List.of(), 0);
    long term = 1;
    for (int step = 0; step < 2000; step++) {
      if (random.nextInt(20) == 0 && !twin.isEmpty()) {
        int keep = random.nextInt(twin.size() + 1);
        twin.subList(keep, twin.size()).clear();
        history.truncateFrom(keep + 1L);
      } else {
        term += random.nextInt(10) == 0 ? 1 + random.nextInt(200) : 0;
        twin.add(term);
        history.append(twin.size(), term);
      }
      compare(history, twin, random);
    }
  }

  @Test
  void startsFromTheFirstPositionsOfItsTerms() {
    TermHistory history =
        new TermHistory(
            LogPosition.ORIGIN, List.of(new LogPosition(1, 2), new LogPosition(4, 300)), 5);

    assertThat(history.last()).isEqualTo(new LogPosition(5, 300));
    assertThat(history.termAt(3)).isEqualTo(2);
    assertThat(history.termAt(4)).isEqualTo(300);
    assertThat(history.termAt(0)).isZero();
  }

  @Test
  void refusesEntriesThatCannotFollow() {
    TermHistory history = new TermHistory(LogPosition.ORIGIN, List.of(new LogPosition(1, 2)), 3);

    assertThatThrownBy(() -> history.append(5, 2))
        .isInstanceOf(InvariantViolation.class)
        .hasMessage("entry 5@2 cannot follow 3@2");
    assertThatThrownBy(() -> history.append(4, 1)).isInstanceOf(InvariantViolation.class);
    assertThatThrownBy(() -> history.termAt(4)).isInstanceOf(IllegalArgumentException.class);
  }

  private static void compare(TermHistory history, List<Long> twin, Random random) {
    assertThat(history.lastIndex()).isEqualTo(twin.size());
    assertThat(history.lastTerm()).isEqualTo(twin.isEmpty() ? 0 : twin.get(twin.size() - 1));
    long index = 1 + random.nextLong(twin.size() + 3L);
    long term = 1 + random.nextLong(history.lastTerm() + 2);
    LogPosition position = new LogPosition(index, term);
    boolean inside = index <= twin.size();
    if (inside) {
      assertThat(history.termAt(index)).isEqualTo(twin.get((int) index - 1));
    }
    assertThat(history.contains(position)).isEqualTo(inside && twin.get((int) index - 1) == term);
    assertThat(history.lastWithin(position)).isEqualTo(naivelyLastWithin(twin, position));
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
    TermHistory history = history();
    history.compactTo(5);

    assertThat(history.base()).isEqualTo(new LogPosition(5, 300));
    assertThat(history.positionAt(5)).isEqualTo(new LogPosition(5, 300));
    assertThat(history.contains(new LogPosition(4, 2))).isTrue();
    assertThat(history.contains(new LogPosition(5, 2))).isFalse();
    assertThatThrownBy(() -> history.termAt(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no entry 4 in a log from 5 to 9");
    assertThatThrownBy(() -> history.truncateFrom(5)).isInstanceOf(InvariantViolation.class);
  }

  @Test
  void hintsBelowTheBaseLeadToTheOrigin() {
    TermHistory history = history();
    history.compactTo(5);

    assertThat(history.lastWithin(new LogPosition(4, 300))).isEqualTo(LogPosition.ORIGIN);
    assertThat(history.lastWithin(new LogPosition(8, 299))).isEqualTo(LogPosition.ORIGIN);
    assertThat(history.lastWithin(new LogPosition(5, 300))).isEqualTo(new LogPosition(5, 300));
    assertThat(history.lastWithin(new LogPosition(9, 399))).isEqualTo(new LogPosition(7, 300));
  }

  @Test
  void compactionKeepsTheTermsFromTheBaseOn() {
    for (long base = 0; base <= 9; base++) {
      TermHistory whole = history();
      TermHistory compacted = history();
      compacted.compactTo(base);
      for (long index = base; index <= 9; index++) {
        assertThat(compacted.positionAt(index)).isEqualTo(whole.positionAt(index));
      }
      compacted.append(10, 500);
      assertThat(compacted.last()).isEqualTo(new LogPosition(10, 500));
    }
  }

  @Test
  void aResetLogIsEmptyAfterAPositionItNeverHad() {
    TermHistory history = history();
    history.resetTo(new LogPosition(20, 6));

    assertThat(history.last()).isEqualTo(new LogPosition(20, 6));
    assertThat(history.base()).isEqualTo(new LogPosition(20, 6));
    history.append(21, 6);
    assertThat(history.lastWithin(new LogPosition(30, 7))).isEqualTo(new LogPosition(21, 6));
  }

  /** Terms 2, 300 and 400, from 1, 4 and 8 on. */
  private static TermHistory history() {
    return new TermHistory(
        LogPosition.ORIGIN,
        List.of(new LogPosition(1, 2), new LogPosition(4, 300), new LogPosition(8, 400)),
        9);
  }
}

package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.flotilla.bench.Role;
import dev.flotilla.bench.result.KillRecord;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaperPresetTest {
  private final Preset preset = PaperPreset.of(PaperTiming.PAPER);

  @Test
  void everyFailureIsMeasuredByTheClockAndByProgress() {
    List<Cell> cells = preset.cells(plan(false));

    // 3 sizes without failures, 4 scenarios by each trigger, and 2 baselines; for 4 and 2.
    assertThat(cells).doesNotHaveDuplicates().hasSize((3 + 4 + 4 + 2) * 4 * 2);
    for (Trigger trigger : List.of(Trigger.CLOCK, Trigger.PROGRESS)) {
      assertThat(cells)
          .filteredOn(cell -> cell.trigger() == trigger && !cell.scenario().victims().isEmpty())
          .extracting(cell -> cell.servers() + " " + cell.scenario())
          .containsOnly("3 1F", "3 1L", "5 2F", "5 1F1L");
    }
    assertThat(preset.validRuns(plan(false))).isEqualTo(5);
  }

  @Test
  void systemsTakeTurns() {
    assertThat(preset.cells(plan(false)).subList(0, 4))
        .extracting(cell -> cell.system() + " " + cell.clients())
        .containsExactly("a 1", "b 1", "a 5", "b 5");
  }

  @Test
  void theQuickSubsetIsAPartOfTheWhole() {
    assertThat(preset.cells(plan(false))).containsAll(preset.cells(plan(true)));
    assertThat(preset.cells(plan(true))).hasSizeLessThan(12);
    assertThat(preset.validRuns(plan(true))).isEqualTo(1);
  }

  @Test
  void failuresComeWhenThePaperSays() {
    Cell cell = new Cell("a", 5, 1, Scenario.FOLLOWER_AND_LEADER, Trigger.CLOCK);

    assertThat(PaperTiming.PAPER.kills(cell))
        .extracting(PlannedKill::role, PlannedKill::at)
        .containsExactly(
            tuple(Role.FOLLOWER, Duration.ofMillis(500)),
            tuple(Role.LEADER, Duration.ofMillis(1_000)));
  }

  @Test
  void aRunIsInvalidIfACommandIsNotAccountedFor() {
    Cell cell = new Cell("a", 3, 1, Scenario.NO_FAILURE, Trigger.NONE);

    assertThat(PaperProcedure.isValid(cell, 120, 120, List.of())).isTrue();
    assertThat(PaperProcedure.isValid(cell, 120, 119, List.of())).isFalse();
  }

  @Test
  void aKillByProgressCountsOnlyWithinTheRun() {
    assertThat(isValid(Trigger.PROGRESS, 0.1, false)).isTrue();
    assertThat(isValid(Trigger.PROGRESS, 0.9, false)).isTrue();
    assertThat(isValid(Trigger.PROGRESS, 0.09, false)).isFalse();
    assertThat(isValid(Trigger.PROGRESS, 0.91, false)).isFalse();
    assertThat(isValid(Trigger.PROGRESS, 0.5, true)).isFalse();
  }

  @Test
  void aRunThatEndedBeforeThePapersKillIsValid() {
    assertThat(isValid(Trigger.CLOCK, 1, true)).isTrue();
  }

  private static boolean isValid(Trigger trigger, double share, boolean afterEnd) {
    Cell cell = new Cell("a", 3, 1, Scenario.ONE_LEADER, trigger);
    KillRecord kill = new KillRecord("leader", 1, 500, share, afterEnd);
    return PaperProcedure.isValid(cell, 120, 120, List.of(kill));
  }

  private static ExperimentPlan plan(boolean quick) {
    return new ExperimentPlan("paper", quick, List.of("a", "b"), "abc");
  }
}

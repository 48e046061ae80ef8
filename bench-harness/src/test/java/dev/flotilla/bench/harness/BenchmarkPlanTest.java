package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkPlanTest {
  @Test
  void systemsAlternateWithinEachRepeat() {
    assertThat(plan(Mode.STEADY, List.of(1, 3), List.of(1, 5), 120).sessions())
        .extracting(BenchmarkPlan.Session::label)
        .containsExactly(
            "repeat-1-1-servers-a",
            "repeat-1-1-servers-b",
            "repeat-1-3-servers-a",
            "repeat-1-3-servers-b",
            "repeat-2-1-servers-a",
            "repeat-2-1-servers-b",
            "repeat-2-3-servers-a",
            "repeat-2-3-servers-b");
  }

  @Test
  void paperModeHasASessionForEveryCell() {
    assertThat(plan(Mode.PAPER, List.of(3), List.of(1, 5), 120).sessions())
        .extracting(BenchmarkPlan.Session::label)
        .containsExactly(
            "repeat-1-3-servers-1-clients-a",
            "repeat-1-3-servers-1-clients-b",
            "repeat-1-3-servers-5-clients-a",
            "repeat-1-3-servers-5-clients-b",
            "repeat-2-3-servers-1-clients-a",
            "repeat-2-3-servers-1-clients-b",
            "repeat-2-3-servers-5-clients-a",
            "repeat-2-3-servers-5-clients-b");
  }

  @Test
  void warmUpUsesTheLargestNumberOfClientsWhereverItStands() {
    assertThat(
            plan(Mode.STEADY, List.of(1), List.of(5, 25, 1), 120).sessions().get(0).mostClients())
        .isEqualTo(25);
  }

  @Test
  void valuesThatMeasureNothingAreRefusedByName() {
    assertThatThrownBy(() -> plan(Mode.PAPER, List.of(1), List.of(), 120))
        .hasMessage("--clients is []; give at least one value and none twice");
    assertThatThrownBy(() -> plan(Mode.PAPER, List.of(1, 1), List.of(1), 120))
        .hasMessageStartingWith("--servers is [1, 1]");
    assertThatThrownBy(() -> plan(Mode.PAPER, List.of(1), List.of(1), 20))
        .hasMessage("--iterations is 20; give at least 21");
  }

  private static BenchmarkPlan plan(
      Mode mode, List<Integer> servers, List<Integer> clients, int iterations) {
    return new BenchmarkPlan(
        List.of("a", "b"),
        servers,
        clients,
        mode,
        2,
        iterations,
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2));
  }
}

package dev.flotilla.bench.harness.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flotilla.bench.harness.stats.Estimate;
import dev.flotilla.bench.result.LatencyMicros;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
  @Test
  void noiseThatNeighboursShareDoesNotWidenTheInterval() {
    SplittableRandom random = new SplittableRandom(3);
    List<Window> windows = new ArrayList<>();
    for (int round = 1; round <= 20; round++) {
      double speed = 200 + random.nextInt(800); // the machine's, a factor of five
      windows.add(window("a", round, speed * 1.5 * (0.98 + random.nextDouble() * 0.04)));
      windows.add(window("b", round, speed));
    }

    Estimate ratio = ratio(windows);

    assertThat(ratio.value()).isCloseTo(1.5, within(0.02));
    assertThat(ratio.high() - ratio.low()).isLessThan(0.05);
    assertThat(ratio.count()).isEqualTo(20);
  }

  @Test
  void processesThatDifferWidenTheInterval() {
    List<Window> windows = new ArrayList<>();
    double[] ratioOfRepeat = {0.8, 0.9, 1.0};
    for (int repeat = 1; repeat <= 3; repeat++) {
      for (int round = 1; round <= 14; round++) {
        windows.add(window("a", repeat, round, 100 * ratioOfRepeat[repeat - 1]));
        windows.add(window("b", repeat, round, 100));
      }
    }

    assertThat(ratio(windows)).isEqualTo(new Estimate(0.9, 0.8, 1, 42));
  }

  @Test
  void rareWorkCountsAsACost() {
    List<Window> windows = new ArrayList<>();
    for (int round = 1; round <= 10; round++) {
      windows.add(window("a", round, round == 4 ? 300 : 100));
      windows.add(window("b", round, 100));
    }

    assertThat(PairedRatio.ofCosts(windows, "a", "b", Window::throughputOpsPerSec))
        .hasValueSatisfying(
            ratio -> {
              assertThat(ratio.value()).isCloseTo(1.2, within(1e-9));
              assertThat(ratio.low()).isEqualTo(1);
              assertThat(ratio.high()).isGreaterThan(1.3);
            });
    assertThat(ratio(windows).value()).isEqualTo(1);
  }

  @Test
  void oneRuinedWindowDoesNotMoveTheMedian() {
    List<Window> windows = new ArrayList<>();
    for (int round = 1; round <= 9; round++) {
      windows.add(window("a", round, round == 4 ? 1 : 200));
      windows.add(window("b", round, 100));
    }

    assertThat(ratio(windows).value()).isEqualTo(2);
  }

  @Test
  void roundsInWhichOneSystemDidNothingAreLeftOut() {
    List<Window> windows =
        List.of(window("a", 1, 10), window("b", 1, 0), window("a", 2, 30), window("b", 2, 10));

    assertThat(ratio(windows)).isEqualTo(new Estimate(3, 3, 3, 1));
    assertThat(PairedRatio.of(windows.subList(0, 2), "a", "b", Window::throughputOpsPerSec))
        .isEmpty();
  }

  @Test
  void costsAreDividedByAcknowledgedCommands() {
    Window window = window("a", 1, 100);

    assertThat(window.coreMillisPerOp()).isEqualTo(20);
    assertThat(window.switchesPerOp()).isEqualTo(14);
    assertThat(window.flushesPerOp()).isEqualTo(2);
    assertThat(window.compilerShare()).isEqualTo(0.25);
  }

  private static Estimate ratio(List<Window> windows) {
    return PairedRatio.of(windows, "a", "b", Window::throughputOpsPerSec).orElseThrow();
  }

  private static Window window(String system, int round, double throughput) {
    return window(system, 1, round, throughput);
  }

  private static Window window(String system, int repeat, int round, double throughput) {
    List<ProcessUse> uses =
        List.of(
            new ProcessUse("clients", 1.5, 1_000, 0.25, 0, 0),
            new ProcessUse("server", 0.5, 400, 0.25, 0, 0));
    LatencyMicros latency = new LatencyMicros(1, 1, 1, 1, 1);
    return new Window(
        system,
        3,
        1,
        0,
        repeat,
        round,
        1,
        "",
        1,
        100,
        Map.of(),
        throughput,
        latency,
        uses,
        0,
        0,
        200,
        false);
  }
}

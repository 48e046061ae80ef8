package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.Environment;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final BenchmarkPlan PLAN =
      new BenchmarkPlan(
          List.of("flotilla", "zookeeper"),
          List.of(3),
          List.of(5),
          Mode.STEADY,
          3,
          120,
          Duration.ofSeconds(10),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2));

  @Test
  void tableShowsMediansSpreadsAndTheRatioOfTheMedians() {
    Report report =
        new Report(
            PLAN,
            List.of(
                result("flotilla", 9_000, 500, 0),
                result("zookeeper", 3_000, 1_000, 0),
                result("flotilla", 6_000, 400, 0),
                result("zookeeper", 4_000, 2_000, 7),
                result("flotilla", 7_000, 600, 0),
                result("zookeeper", 2_000, 1_100, 0)));

    assertThat(report.markdown())
        .startsWith("## 3 servers, steady mode, median of 3 (min-max)")
        .contains("| 7,000 (6,000-9,000) |       500 (400-600) |   1,000 (800-1,200) |")
        .contains("| 3,000 (2,000-4,000) | 1,100 (1,000-2,000) | 2,200 (2,000-4,000) |")
        .containsPattern(
            "flotilla : zookeeper \\| +\\*\\*2\\.33\\*\\* \\| +\\*\\*0\\.45\\*\\* \\| +\\*\\*0\\.45\\*\\*")
        .containsPattern("zookeeper .*\\| +7 \\|\n");
  }

  @Test
  void busyMachineIsMentioned() {
    RunResult quiet = result("flotilla", 1_000, 1, 0);
    assertThat(new Report(PLAN, List.of(quiet)).markdown()).doesNotContain("busy");

    RunResult busy = result("flotilla", 1_000, 1, 0, 5);
    assertThat(new Report(PLAN, List.of(busy)).markdown())
        .contains("Machine busy: other processes took more than 20 % of the machine in 1 of 1 runs")
        .contains("repeat 1: 25 %");
  }

  @Test
  void oneSystemAloneHasNoRatioAndAMissingCellNoRow() {
    String markdown = new Report(PLAN, List.of(result("zookeeper", 10, 1, 0))).markdown();

    assertThat(markdown).doesNotContain(" : ").contains("zookeeper");
    assertThat(markdown.lines().filter(line -> line.startsWith("|"))).hasSize(3);
  }

  @Test
  void medianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
    assertThat(Spread.of(4, 1, 100, 2).median()).isEqualTo(3);
    assertThat(Spread.of(4, 1, 100, 2).text("%,.0f")).isEqualTo("3 (1-100)");
    assertThat(Spread.of(1_234.4).text("%,.0f")).isEqualTo("1,234");
  }

  private static RunResult result(String system, double throughput, double p50, long errors) {
    return result(system, throughput, p50, errors, 0.5);
  }

  private static RunResult result(
      String system, double throughput, double p50, long errors, double otherSeconds) {
    return new RunResult(
        "",
        system,
        3,
        5,
        "0E",
        "none",
        List.of(),
        "steady",
        1,
        0,
        true,
        (long) (throughput * 10),
        errors == 0 ? Map.of() : Map.of("unknown-timeout", errors),
        throughput,
        new LatencyMicros(p50, p50, p50 * 1.5, p50 * 2, p50 * 3),
        0,
        List.of(),
        new CpuSeconds(1, List.of(2.0, 2.0, 2.0), otherSeconds),
        10,
        List.of(),
        null,
        "2025-01-01T00:00:00Z",
        "it is durable",
        "as it comes",
        new Environment("cpu", 2, 1_000, "ext4", "jdk", "os", Map.of(system, "1"), "abc", "words"),
        Map.of());
  }
}

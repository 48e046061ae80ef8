package dev.flotilla.bench.harness.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.harness.management.ClientRunResult.TimedCommand;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientRunResultTest {
  @Test
  void statisticsHaveTheThreeLinesOf2014() {
    ClientRunResult result =
        new ClientRunResult(
            List.of(new TimedCommand(1_500, true), new TimedCommand(2_500, false)), 100);

    assertThat(result.csv("10.0.0.1:7"))
        .isEqualTo(
            """
            Lats(ns);10.0.0.1:7;1500;2500;
            Responses;10.0.0.1:7;true;false;
            Throughput(ops/s);10.0.0.1:7;10
            """);
  }

  @Test
  void beforeARunThereAreNoNumbers() {
    assertThat(ClientRunResult.NONE.csv("c"))
        .isEqualTo("Lats(ns);c;\nResponses;c;\nThroughput(ops/s);c;0\n");
  }
}

package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.result.CpuSeconds;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuReadingTest {
  @Test
  void whatNeitherClientsNorServersUsedIsOthers() {
    CpuReading before = reading(1_000, 2_000, 3_000, 100_000);
    CpuReading after = reading(1_500, 2_250, 4_000, 102_000);

    assertThat(before.until(after)).isEqualTo(new CpuSeconds(0.5, List.of(0.25, 1.0), 0.25));
  }

  private static CpuReading reading(long client, long first, long second, long machine) {
    return new CpuReading(
        Duration.ofMillis(client),
        List.of(Duration.ofMillis(first), Duration.ofMillis(second)),
        Duration.ofMillis(machine));
  }
}

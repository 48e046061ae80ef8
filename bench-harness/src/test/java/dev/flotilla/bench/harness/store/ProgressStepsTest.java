package dev.flotilla.bench.harness.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressStepsTest {
  private final List<String> done = new ArrayList<>();
  private final ProgressSteps steps =
      new ProgressSteps(90, List.of(() -> done.add("add"), () -> done.add("remove")));

  @Test
  void stepsComeAtEqualSharesOfTheCommands() throws Exception {
    steps.progressed(29, Duration.ofMillis(10));
    assertThat(done).isEmpty();
    steps.progressed(30, Duration.ofMillis(20));
    steps.progressed(59, Duration.ofMillis(30));
    assertThat(done).containsExactly("add");
    steps.progressed(61, Duration.ofMillis(40));
    steps.progressed(90, Duration.ofMillis(50));

    assertThat(done).containsExactly("add", "remove");
    assertThat(steps.millis()).hasSize(2);
    assertThat(steps.firstMicros()).isEqualTo(20_000);
  }

  @Test
  void nothingIsDoneBeforeItsShare() throws Exception {
    steps.progressed(0, Duration.ofHours(1));

    assertThat(done).isEmpty();
    assertThat(steps.firstMicros()).isZero();
  }
}

package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The TLA+ specification, as far as a few seconds go; {@code system-tests/specification} goes on.
 */
@Tag("slow")
class SpecificationTest {
  private static final int EVENTS = 250;

  @TempDir Path directory;

  @Test
  @Tag("full")
  void theSmallestModelHolds() {
    ModelCheck check = ModelCheck.of(Models.SMALLEST, directory);
    System.out.println(check.line());
    assertThat(check.isAsExpected()).as(check.output()).isTrue();
  }

  @Test
  void aVoteThatIsToldBeforeItIsForcedElectsTwoLeaders() {
    ModelCheck check = ModelCheck.of(Models.EARLY_VOTE, directory);
    System.out.println(check.line());
    assertThat(check.violated()).as(check.output()).hasValue("ElectionSafety");
  }

  @Test
  @Tag("full")
  void whatTheSimulatorDoesIsABehaviourAndAlteredItIsNone() {
    List<RecordedTrace> traces =
        LongStream.of(4, 12).mapToObj(seed -> RecordedTrace.of(seed, EVENTS)).toList();
    TraceValidation validation = new TraceValidation(traces);
    validation.run(directory);
    assertThat(validation.surprises()).isEmpty();
    assertThat(validation.accepted()).isEqualTo(traces.size());
    assertThat(validation.rejected()).isEqualTo(3 * traces.size());
  }
}

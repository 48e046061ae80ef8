package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.testing.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The scenario holds for the node as it is, and fails for each of three planted faults. */
class PowerCutTest {
  private static final int SEEDS = Sample.of(4, 2);

  /** Whether unforced bytes were promised at the very moment is a matter of luck. */
  private static final int SEEDS_FOR_LUCK = 12;

  @ParameterizedTest
  @EnumSource(MemoryDisk.Loss.class)
  void everyAcknowledgedCommandIsThereOnceAfterAPowerCut(MemoryDisk.Loss loss) throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(new PowerCut(seed, loss).violations()).as("seed " + seed).isEmpty();
    }
  }

  @Test
  void powerCutTestCatchesMissingForce() throws IOException {
    List<String> violations =
        new PowerCut(1, MemoryDisk.Loss.ALL).plant(MemoryDisk.Force.DOES_NOTHING).violations();
    assertThat(violations).anyMatch(it -> it.startsWith("lost"));
  }

  @Test
  void powerCutTestCatchesAcknowledgementBeforeTheForce() throws IOException {
    List<String> violations = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS_FOR_LUCK && violations.isEmpty(); seed++) {
      violations.addAll(
          new PowerCut(seed, MemoryDisk.Loss.ALL).plant(MemoryDisk.Force.ONE_BEHIND).violations());
    }
    assertThat(violations).anyMatch(it -> it.startsWith("lost"));
  }

  @Test
  void powerCutTestCatchesDoubleApply() throws IOException {
    List<String> violations =
        new PowerCut(1, MemoryDisk.Loss.ALL).plantUnrecognisedRetries().violations();
    assertThat(violations).anyMatch(it -> it.startsWith("duplicate"));
  }
}

package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EnvironmentProbeTest {
  @Test
  void aProgramThatDoesNotEndIsUnknown() {
    assertThat(EnvironmentProbe.lineOf(shell("echo soon"), 60)).isEqualTo("soon");
    assertThat(EnvironmentProbe.lineOf(shell("sleep 20; echo late"), 1)).isEqualTo("unknown");
    assertThat(EnvironmentProbe.lineOf(shell("echo wrong; exit 1"), 60)).isEqualTo("unknown");
  }

  private static ProcessBuilder shell(String script) {
    return new ProcessBuilder("sh", "-c", script);
  }
}

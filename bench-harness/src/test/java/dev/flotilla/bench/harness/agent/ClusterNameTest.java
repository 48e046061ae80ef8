package dev.flotilla.bench.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"--help", "--console", "-", "", "a/b", "a.b"})
  void whatCouldBeAnOptionOrAPathIsRefused(String name) {
    assertThatThrownBy(() -> new ClusterName(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + name + "'");
  }

  @Test
  void lettersDigitsAndHyphensAreAName() {
    assertThat(new ClusterName("run-7-a").name()).isEqualTo("run-7-a");
  }
}

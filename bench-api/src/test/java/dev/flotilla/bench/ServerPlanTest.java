package dev.flotilla.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerPlanTest {
  private static final List<Endpoint> ENDPOINTS =
      List.of(new Endpoint("127.0.0.1", List.of(20_000)));

  @ParameterizedTest
  @ValueSource(strings = {"--help", "--console", "-", "", "a/b", "a.b", "..", "/a"})
  void whatCouldBeAnOptionOrAPathIsRefused(String name) {
    assertThatThrownBy(() -> new ServerPlan(name, 1, ENDPOINTS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + name + "'");
    assertThatThrownBy(() -> ServerPlan.requireClusterName(name))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void lettersDigitsAndHyphensAreAName() {
    assertThat(new ServerPlan("run-7-a", 1, ENDPOINTS).cluster()).isEqualTo("run-7-a");
  }
}

package dev.flotilla.raft.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IncarnationTest {
  @Test
  void textHasAllDigitsOfBothHalves() {
    assertThat(new Incarnation(0, 1)).hasToString("0000000000000000" + "0000000000000001");
    assertThat(new Incarnation(-1, Long.MIN_VALUE))
        .hasToString("ffffffffffffffff" + "8000000000000000");
  }

  @Test
  void textIsReadBack() {
    Incarnation some = new Incarnation(0x8123_4567_89ab_cdefL, 0x0fed_cba9_8765_4321L);
    assertThat(Incarnation.parse(some.toString())).isEqualTo(some);
  }

  @Test
  void anythingElseIsRefused() {
    assertThatThrownBy(() -> Incarnation.parse("12"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'12'")
        .hasMessageContaining("32");
  }
}

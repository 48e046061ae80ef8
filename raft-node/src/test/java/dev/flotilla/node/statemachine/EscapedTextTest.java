package dev.flotilla.node.statemachine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EscapedTextTest {
  @Test
  void whateverIsWrittenIsReadBackAndStaysInItsField() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      byte[] content = new byte[random.nextInt(20)];
      random.nextBytes(content);
      if (round % 2 == 0) {
        // Text: what the random bytes are as UTF-16.
        content = new String(content, StandardCharsets.UTF_16BE).getBytes(StandardCharsets.UTF_8);
      }
      StringBuilder escaped = new StringBuilder();
      EscapedText.append(Bytes.copyOf(content), escaped);
      assertThat(escaped.toString()).as("seed " + seed).doesNotContainPattern("[\\p{Cntrl}]");
      assertThat(EscapedText.read(escaped.toString()))
          .as("seed " + seed)
          .isEqualTo(Bytes.copyOf(content));
    }
  }

  @Test
  void whatNeedNotBeEscapedMayBe() {
    assertThat(EscapedText.read("\\x41\\x7a\\xc3\\xA9é\\\\\\t").toUtf8()).isEqualTo("Azéé\\\t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\", "a\\", "\\q", "\\x", "\\x4", "\\xg0", "\\x\uFF11\uFF11", "\\X41"})
  void aBackslashThatBeginsNothingIsNamed(String escaped) {
    assertThatThrownBy(() -> EscapedText.read(escaped))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("backslash at character " + (escaped.indexOf('\\') + 1));
  }
}

package dev.flotilla.node.statemachine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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

  /** U+0890 and U+1343F are newer than Java 17. */
  @Test
  void whatIsEscapedDoesNotDependOnTheVersionOfJava() {
    assertThat(escaped(0x890)).isEqualTo("\\xE0\\xA2\\x90");
    assertThat(escaped(0x1343F)).isEqualTo("\\xF0\\x93\\x90\\xBF");
    IntStream.rangeClosed(' ', Character.MAX_CODE_POINT)
        .filter(codePoint -> codePoint != '\\')
        .forEach(codePoint -> assertThat(isEscaped(codePoint)).isIn(expected(codePoint)));
  }

  private static boolean isEscaped(int codePoint) {
    return escaped(codePoint).startsWith("\\");
  }

  private static String escaped(int codePoint) {
    StringBuilder out = new StringBuilder();
    EscapedText.append(Character.toString(codePoint), out);
    return out.toString();
  }

  private static Set<Boolean> expected(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          Set.of(true);
      case Character.UNASSIGNED -> Set.of(true, false);
      default -> Set.of(false);
    };
  }

  /** Else the answer that holds it would be no text, but data, which few clients know to read. */
  @Test
  void whatIsEscapedCanBeCarriedByXml() {
    Pattern characters =
        Pattern.compile("[\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]+");
    IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .mapToObj(EscapedTextTest::escaped)
        .forEach(escaped -> assertThat(escaped).matches(characters));
    assertThat(escaped(0xFFFF)).isEqualTo("\\xEF\\xBF\\xBF");
    assertThat(EscapedText.read("\uFFFE\\xEF\\xBF\\xBF").toUtf8()).isEqualTo("\uFFFE\uFFFF");
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

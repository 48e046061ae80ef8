package dev.flotilla.systemtests.powercuts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** No two commands have the same text, whole or in brief. */
class TextsTest {
  @Test
  void eachTextIsUnlikeAnyOtherAlsoInBrief() {
    Set<String> wholes = new HashSet<>();
    Set<String> briefs = new HashSet<>();
    int large = 0;
    for (int client = 0; client < 8; client++) {
      for (int number = 1; number <= 300; number++) {
        String text = Texts.of(client, number);
        wholes.add(text);
        briefs.add(Texts.brief(text));
        large += text.length() >= 20_000 ? 1 : 0;
        assertThat(text.length()).isLessThan(60_100);
        assertThat(Texts.brief(text).length()).isLessThan(300);
      }
    }
    assertThat(wholes).hasSize(8 * 300);
    assertThat(briefs).hasSize(8 * 300);
    assertThat(large).isEqualTo(8 * 30);
  }

  @Test
  void oneOtherCharacterOrOneLessIsAnotherTextInBrief() {
    String text = Texts.of(3, 7);
    assertThat(Texts.brief(text)).isEqualTo("3.7.9x" + (text.length() - 4));
    String changed = text.substring(0, 30_000) + "8" + text.substring(30_001);
    assertThat(Texts.brief(changed)).isNotEqualTo(Texts.brief(text));
    assertThat(Texts.brief(text.substring(1))).isNotEqualTo(Texts.brief(text));
    assertThat(Texts.brief(text + "9")).isNotEqualTo(Texts.brief(text));
    assertThat(Texts.brief("3.8.99999999")).isEqualTo("3.8.99999999");
  }
}

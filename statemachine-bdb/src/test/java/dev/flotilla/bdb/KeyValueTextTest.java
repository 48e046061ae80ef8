package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bdb.KeyValueText.Page;
import dev.flotilla.bdb.KeyValueText.Pair;
import dev.flotilla.raft.model.Bytes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyValueTextTest {
  @Test
  void aPageHasPairsAndAtItsEndPerhapsTheKeyToGoOnWith() {
    Pair pair = new Pair(Bytes.utf8("a\t"), Bytes.utf8("b"));
    Pair empty = new Pair(Bytes.utf8("c"), Bytes.EMPTY);
    assertThat(page("")).isEqualTo(new Page(List.of(), Optional.empty()));
    assertThat(page("a\\t\tb\nc\t\n")).isEqualTo(new Page(List.of(pair, empty), Optional.empty()));
    assertThat(page("a\\t\tb\nd\n"))
        .isEqualTo(new Page(List.of(pair), Optional.of(Bytes.utf8("d"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wrong-arguments\ta list has at least one pair, not 0",
        "a\tb\nc\td",
        "a",
        "a\tb\tc\n",
        "a\nb\tc\n",
        "a\nb\n",
        "\n",
        "a\tb\n\n",
        "\tb\n",
        "a\t\\q\n"
      })
  void whatIsNoPageIsNotReadAsOne(String answer) {
    assertThatThrownBy(() -> page(answer)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Page page(String answer) {
    return KeyValueText.page(Bytes.utf8(answer));
  }
}

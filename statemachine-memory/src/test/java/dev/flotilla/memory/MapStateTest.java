package dev.flotilla.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandContext;
import dev.flotilla.Rejected;
import dev.flotilla.memory.MapAnswer.Held;
import dev.flotilla.memory.MapAnswer.Page;
import dev.flotilla.memory.MapCommand.CompareAndSet;
import dev.flotilla.memory.MapCommand.From;
import dev.flotilla.memory.MapCommand.Get;
import dev.flotilla.memory.MapCommand.Put;
import dev.flotilla.memory.MapCommand.Remove;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MapStateTest {
  private final MapState map = new MapState();

  @Test
  void commandsAnswerWithWhatTheKeyHeld() throws Rejected {
    assertThat(apply(map, new Put("a", "1"))).isEqualTo(held(null));
    assertThat(apply(map, new Put("a", "2"))).isEqualTo(held("1"));
    assertThat(map.answer(new Get("a"))).isEqualTo(held("2"));
    assertThat(apply(map, new Remove("a"))).isEqualTo(held("2"));
    assertThat(apply(map, new Remove("a"))).isEqualTo(held(null));
    assertThat(map.answer(new Get("a"))).isEqualTo(held(null));
  }

  @Test
  void aComparisonSetsRemovesOrIsRejected() throws Rejected {
    Optional<String> none = Optional.empty();
    assertThat(apply(map, new CompareAndSet("a", none, Optional.of("1")))).isEqualTo(held(null));
    assertThatThrownBy(() -> apply(map, new CompareAndSet("a", none, Optional.of("2"))))
        .isInstanceOf(Rejected.class)
        .hasMessage("it holds something else");
    assertThat(apply(map, new CompareAndSet("a", Optional.of("1"), none))).isEqualTo(held("1"));
    assertThatThrownBy(() -> apply(map, new CompareAndSet("a", Optional.of("1"), none)))
        .hasMessage("it holds nothing");
  }

  @Test
  void equalMapsHaveOneFingerprintHoweverTheyCameToIt() throws Exception {
    apply(map, new Put("a", "1"));
    apply(map, new Put("b", "2"));
    MapState other = new MapState();
    apply(other, new Put("b", "3"));
    assertThat(other.fingerprint()).isNotEqualTo(map.fingerprint());
    apply(other, new Put("b", "2"));
    apply(other, new Put("c", "4"));
    apply(other, new Remove("c"));
    apply(other, new Put("a", "1"));
    assertThat(other.fingerprint()).isEqualTo(map.fingerprint());

    ByteArrayOutputStream image = new ByteArrayOutputStream();
    map.image().writeTo(image);
    MapState restored = new MapState();
    restored.restore(new ByteArrayInputStream(image.toByteArray()));
    assertThat(restored.fingerprint()).isEqualTo(map.fingerprint());
  }

  @Test
  void whatDoesNotFitIsRejectedAndChangesNothing() throws Rejected {
    String long1 = "x".repeat(MapState.MAX_KEY_CHARS);
    apply(map, new Put(long1, "1"));
    assertThatThrownBy(() -> apply(map, new Put(long1 + "x", "1")))
        .hasMessageContaining("not 1025");
    assertThatThrownBy(() -> apply(map, new Put("", "1"))).hasMessageContaining("not 0");
    String value = "y".repeat(MapState.MAX_VALUE_CHARS);
    assertThatThrownBy(() -> apply(map, new Put("a", value + "y"))).hasMessageContaining("65537");
    int left = MapState.MAX_CHARS - MapState.MAX_KEY_CHARS - 1;
    int fitting = left / (MapState.MAX_VALUE_CHARS + 8);
    for (int i = 0; i < fitting; i++) {
      apply(map, new Put("%08d".formatted(i), value));
    }
    apply(map, new Put("%08d".formatted(0), value));
    assertThatThrownBy(() -> apply(map, new Put("one more", value))).hasMessageContaining("full");
    assertThat(map.answer(new Get("one more"))).isEqualTo(held(null));
    apply(map, new Remove("%08d".formatted(0)));
    assertThat(apply(map, new Put("one more", value))).isEqualTo(held(null));
  }

  @Test
  void soManyPairsAreHeldHoweverShortTheyAre() throws Rejected {
    for (int i = 0; i < MapState.MAX_PAIRS; i++) {
      apply(map, new Put("k" + i, ""));
    }
    assertThatThrownBy(() -> apply(map, new Put("one more", "")))
        .isInstanceOf(Rejected.class)
        .hasMessage("the map is full: it holds at most %d pairs".formatted(MapState.MAX_PAIRS));
    assertThat(map.answer(new Get("one more"))).isEqualTo(held(null));
    assertThat(apply(map, new Put("k0", "other"))).isEqualTo(held(""));
    apply(map, new Remove("k0"));
    assertThat(apply(map, new Put("one more", ""))).isEqualTo(held(null));
  }

  @Test
  void aRejectionIsTheSameWhateverDigitsTheDefaultLocaleHas() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("fa-IR"));
    try {
      assertThatThrownBy(() -> apply(map, new Put("", "1")))
          .hasMessage("a key has 1 to 1024 characters, not 0");
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }

  @Test
  void aPageEndsWithTheKeyToGoOnFrom() throws Rejected {
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < 2_500; i++) {
      all.put("k" + i, "v" + i);
      apply(map, new Put("k" + i, "v" + i));
    }
    Map<String, String> read = new TreeMap<>();
    Optional<String> from = Optional.of("");
    int pages = 0;
    while (from.isPresent()) {
      Page page = (Page) map.answer(new From(from.get()));
      read.putAll(page.pairs());
      from = page.next();
      pages++;
    }
    assertThat(read).isEqualTo(all);
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void aValueThatFillsAPageIsOnOneAlone() throws Rejected {
    String value = "z".repeat(MapState.MAX_VALUE_CHARS);
    for (String key : new String[] {"a", "b", "c"}) {
      apply(map, new Put(key, value));
    }
    Page first = (Page) map.answer(new From(""));
    assertThat(first.pairs()).containsOnlyKeys("a");
    assertThat(first.next()).contains("b");
  }

  private static MapAnswer apply(MapState map, MapCommand command) throws Rejected {
    return map.apply(command, new CommandContext(1, 0, OptionalLong.empty()));
  }

  private static Held held(String value) {
    return new Held(Optional.ofNullable(value));
  }
}

package dev.flotilla.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read without the parser is what the parser reads, and all else is left to the parser. */
class FlatInputTest {
  record Plain(int count, double weight, String name, boolean on, Optional<Long> maybe, char last) {
    Plain {
      if (count < 0) {
        throw new IllegalArgumentException("a count is not negative");
      }
    }
  }

  private static final String SOUND =
      "{\"count\":3,\"weight\":-1.5E-7,\"name\":\"n\",\"on\":true,\"maybe\":12,\"last\":\"x\"}";
  private static final byte[] ALPHABET =
      "{}[]:,\"\\0019-+.eE nx\u0000'/*\u00e9\ufffd\u2028tru".getBytes(StandardCharsets.UTF_8);

  private final RecordShape shape = (RecordShape) new Shapes().of(Plain.class);

  @Test
  void recordsOfScalarsNeedNoParser() {
    assertThat(flat(SOUND)).isEqualTo(new Plain(3, -1.5E-7, "n", true, Optional.of(12L), 'x'));
    assertThat(flat(SOUND.replace("\"maybe\":12,", "")))
        .isEqualTo(new Plain(3, -1.5E-7, "n", true, Optional.empty(), 'x'));
    assertThat(flat(SOUND.replace("\"n\"", "\"\u00e9\ud83d\ude00\"")))
        .isEqualTo(new Plain(3, -1.5E-7, "\u00e9\ud83d\ude00", true, Optional.of(12L), 'x'));
    RecordShape nothing = (RecordShape) new Shapes().of(Kitchen.Nothing.class);
    assertThat(nothing.readFlat(Bytes.utf8("{}"))).isEqualTo(new Kitchen.Nothing());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"count\":3}",
        "{ \"count\":3,\"weight\":1.5,\"name\":\"n\",\"on\":true,\"last\":\"x\"}",
        "{\"weight\":1.5,\"count\":3,\"name\":\"n\",\"on\":true,\"last\":\"x\"}",
        "{\"count\":03,\"weight\":1.5,\"name\":\"n\",\"on\":true,\"last\":\"x\"}",
        "{\"count\":3,\"weight\":1.,\"name\":\"n\",\"on\":true,\"last\":\"x\"}",
        "{\"count\":3,\"weight\":NaN,\"name\":\"n\",\"on\":true,\"last\":\"x\"}",
        "{\"count\":3,\"weight\":1e999,\"name\":\"n\",\"on\":true,\"last\":\"x\"}",
        "{\"count\":3,\"weight\":0x1p3,\"name\":\"n\",\"on\":true,\"last\":\"x\"}",
        "{\"count\":3,\"weight\":1d,\"name\":\"n\",\"on\":true,\"last\":\"x\"}",
        "{\"count\":3,\"weight\":1.5,\"name\":\"\\u0041\",\"on\":true,\"last\":\"x\"}",
        "{\"count\":3,\"weight\":1.5,\"name\":\"\u0001\",\"on\":true,\"last\":\"x\"}",
        "{\"count\":3,\"weight\":1.5,\"name\":\"n\",\"on\":True,\"last\":\"x\"}",
        "{\"count\":3,\"weight\":1.5,\"name\":\"n\",\"on\":true,\"last\":\"xx\"}",
        "{\"count\":3,\"weight\":1.5,\"name\":\"n\",\"on\":true,\"last\":\"x\"} ",
        "{\"count\":-3,\"weight\":1.5,\"name\":\"n\",\"on\":true,\"last\":\"x\"}",
      })
  void allElseIsLeftToTheParser(String text) {
    assertThat(flat(text)).isNull();
  }

  @Test
  void recordsWithPartsAreLeftToTheParser() {
    record Listed(List<Integer> numbers) {}
    RecordShape listed = (RecordShape) new Shapes().of(Listed.class);
    assertThat(listed.readFlat(Bytes.utf8("{\"numbers\":[1]}"))).isNull();
  }

  @Test
  void damagedTextsEndAsWithTheParser() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int read = 0;
    for (int i = 0; i < 60_000; i++) {
      byte[] bytes = SOUND.getBytes(StandardCharsets.UTF_8);
      for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = ALPHABET[random.nextInt(ALPHABET.length)];
      }
      String damaged = new String(bytes, StandardCharsets.ISO_8859_1);
      String parsed = end(() -> JsonInput.parse(shape, Bytes.wrap(bytes)));
      assertThat(end(() -> FlatInput.read(shape, Bytes.wrap(bytes))))
          .as("seed %s: %s", seed, damaged)
          .isEqualTo(parsed);
      Object flat = shape.readFlat(Bytes.wrap(bytes));
      if (flat != null) {
        read++;
        assertThat(flat.toString()).as("seed %s: %s", seed, damaged).isEqualTo(parsed);
      }
    }
    assertThat(read).as("seed " + seed).isGreaterThan(500);
  }

  @Test
  void whatIsWrittenIsReadAsByTheParser() throws CodecException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Shapes shapes = new Shapes();
    for (int i = 0; i < 20_000; i++) {
      Kitchen value = Kitchen.random(random);
      RecordShape each = (RecordShape) shapes.of(value.getClass());
      Bytes written = JsonOutput.write(each, value);
      assertThat(FlatInput.read(each, written))
          .as("seed %s: %s", seed, written.toUtf8())
          .isEqualTo(JsonInput.parse(each, written))
          .isEqualTo(value);
    }
  }

  @Test
  void aRecordThatRefusesItsValuesIsNamed() {
    assertThatThrownBy(
            () -> FlatInput.read(shape, Bytes.utf8(SOUND.replace("\"count\":3", "\"count\":-3"))))
        .isInstanceOf(CodecException.class)
        .hasMessage("at $: Plain refuses its values: a count is not negative");
  }

  private Object flat(String text) {
    return shape.readFlat(Bytes.utf8(text));
  }

  private interface Reading {
    Object read() throws CodecException;
  }

  private static String end(Reading reading) {
    try {
      return reading.read().toString();
    } catch (CodecException e) {
      return "refused: " + e.getMessage();
    }
  }
}

package dev.flotilla.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a client sends, the answer is a value or a {@link CodecException}. */
class HostileJsonTest {
  enum Mode {
    OFF,
    ON
  }

  sealed interface Answer {
    record Yes() implements Answer {}

    record No(String why) implements Answer {}
  }

  record Order(
      int count,
      double weight,
      String name,
      Mode mode,
      UUID id,
      List<Answer> answers,
      Map<String, Integer> map,
      Optional<Boolean> maybe) {
    Order {
      if (count < 0) {
        throw new IllegalArgumentException("a count is not negative");
      }
    }
  }

  /** Whose values take more than there is, on this member. */
  record Deep(String text) {
    Deep {
      if (text.equals("in")) {
        throw new StackOverflowError(text);
      }
    }

    @Override
    public String text() {
      if (text.equals("out")) {
        throw new StackOverflowError(text);
      }
      return text;
    }
  }

  private static final String SOUND =
      """
      {"count":3,"weight":1.5,"name":"n","mode":"ON","id":"6ef1a710-e56e-11f1-bf54-b7634a0c860b",\
      "answers":[{"Yes":{}},{"No":{"why":"w"}}],"map":{"a":1,"b":2},"maybe":true}""";

  private final ValueCodec<Order> codec = RecordCodec.forValues(Order.class);

  @Test
  void theSoundOneIsRead() throws CodecException {
    assertThat(read(SOUND).answers()).containsExactly(new Answer.Yes(), new Answer.No("w"));
    assertThat(read(SOUND.replace(",\"maybe\":true", "")).maybe()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"count\":3,             | ``                  | at $: Order needs a 'count'",
        "\"count\":3              | \"count\":3,\"count\":3 | at $.count: the member is there twice",
        "\"count\":3              | \"count\":3,\"x\":1 | at $.x: Order has no 'x', it has [count,",
        "\"count\":3              | \"count\":\"3\"     | at $.count: a whole number of 32 bits is expected, not a text",
        "\"count\":3              | \"count\":3.0       | not '3.0'",
        "\"count\":3              | \"count\":3000000000| at $.count: a whole number of 32 bits is expected, not '3000000000'",
        "\"count\":3              | \"count\":null      | not null",
        "\"count\":3              | \"count\":-3        | at $: Order refuses its values: a count is not negative",
        "1.5                      | 1e999               | at $.weight: a finite number",
        "1.5                      | NaN                 | this is no JSON",
        "1.5                      | 01                  | this is no JSON",
        "\"ON\"                   | \"on\"              | at $.mode: one of [OFF, ON] is expected, not 'on'",
        "\"ON\"                   | 1                   | not a number",
        "6ef1a710                 | 6EF1A710            | a UUID is written",
        "6ef1a710-e56e-11f1-bf54-b7634a0c860b | 1-1-1-1-1 | at $.id: a UUID",
        "{\"Yes\":{}}             | {\"Maybe\":{}}      | 'Maybe' is unknown, known are [No, Yes]",
        "{\"Yes\":{}}             | {}                  | at $.answers[0]",
        "{\"Yes\":{}}             | {\"Yes\":{},\"No\":{\"why\":\"\"}} | end of the object",
        "{\"why\":\"w\"}          | {}                  | at $.answers[1].No: No needs a 'why'",
        "\"a\":1,\"b\":2          | \"a\":1,\"a\":2     | at $.map.a: the member is there twice",
        "\"maybe\":true           | \"maybe\":null      | at $.maybe: true or false is expected, not null",
        "\"maybe\":true}          | \"maybe\":true}{}   | JSON",
        "\"maybe\":true}          | \"maybe\":true      | this is no JSON",
        "\"maybe\":true           | 'maybe':true        | this is no JSON",
        "\"maybe\":true           | /**/\"maybe\":true  | this is no JSON",
        "\"n\"                   | \"\\ud800\"         | at $.name: a text holds half a surrogate pair",
        "\"n\"                   | \"\\ude00\\ud83d\"   | at $.name: a text holds half a surrogate pair",
        "\"ON\"                  | \"ON\\udfff\"       | at $.mode: a text holds half a surrogate pair",
        "\"w\"                   | \"w\\ud83dw\"       | at $.answers[1].No.why: a text holds half",
        "\"a\":1                 | \"\\ud83d\":1       | a text holds half a surrogate pair",
      })
  void oneThingWrongIsNamedWithItsPlace(String sound, String wrong, String message) {
    assertThat(SOUND).contains(sound);
    assertThatThrownBy(() -> read(SOUND.replace(sound, wrong)))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aRefusalIsTheSameWhateverDigitsTheDefaultLocaleHas() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("fa-IR"));
    try {
      assertRefused(
          " ".repeat(RecordCodec.MAX_BYTES + 1),
          "1048577 bytes of JSON are too many, at most 1048576 are read");
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }

  @Test
  void aLetterIsNoHalfOfASurrogatePair() throws CodecException {
    ValueCodec<Character> letter = RecordCodec.forValues(Character.class);
    assertThat(letter.decode(Bytes.utf8("\"\\u00e4\""))).isEqualTo('\u00e4');
    assertThatThrownBy(() -> letter.decode(Bytes.utf8("\"\\ud800\"")))
        .isInstanceOf(CodecException.class)
        .hasMessage("at $: a text holds half a surrogate pair");
  }

  @Test
  void depthSizeAndEncodingAreBounded() {
    assertRefused("[".repeat(500_000), "a");
    String deep = "{\"Then\":{\"steps\":[".repeat(1_000);
    assertThatThrownBy(() -> RecordCodec.forValues(Kitchen.Step.class).decode(Bytes.utf8(deep)))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("Nesting limit 64");
    assertRefused(" ".repeat(RecordCodec.MAX_BYTES + 1), "1048577 bytes of JSON are too many");
    assertRefused("", "this is no JSON");
    byte[] noText = SOUND.getBytes(StandardCharsets.UTF_8);
    noText[SOUND.indexOf("\"n\"") + 1] = (byte) 0xff;
    assertThatThrownBy(() -> codec.decode(Bytes.wrap(noText))).hasMessage("the bytes are no UTF-8");
  }

  @Test
  void anErrorIsNoRefusalSinceAnotherMemberMightTakeTheSame() throws CodecException {
    ValueCodec<Deep> deep = RecordCodec.forValues(Deep.class);
    assertThat(deep.decode(deep.encode(new Deep("x")))).isEqualTo(new Deep("x"));
    assertThatThrownBy(() -> deep.decode(Bytes.utf8("{\"text\":\"in\"}")))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("in");
    assertThatThrownBy(() -> deep.encode(new Deep("out")))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("out");
  }

  @Test
  void aComplaintIsShortHoweverLongTheInput() {
    String long1 = "x".repeat(100_000);
    for (String wrong :
        List.of(
            "{\"" + long1 + "\":1}",
            SOUND.replace("\"ON\"", '"' + long1 + '"'),
            SOUND.replace("\"a\":1", '"' + long1 + "\":\"\""),
            SOUND.replace("\"Yes\"", '"' + long1 + '"'),
            SOUND.replace("1.5", "1" + "0".repeat(100_000)),
            "{\"map\":{\"" + long1 + "\":tru}}")) {
      assertThatThrownBy(() -> read(wrong))
          .isInstanceOf(CodecException.class)
          .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(400));
    }
  }

  @Test
  void damagedJsonIsReadAndCanBeWrittenOrIsRefused() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] alphabet = "{}[]:,\"\\019-.eEtnu \u0000'/*".getBytes(StandardCharsets.UTF_8);
    String sound =
        SOUND.replace("\"n\"", "\"\\ud83d\\ude00\"").replace("\"a\"", "\"\\ud83d\\ude01\"");
    int refused = 0;
    for (int i = 0; i < 30_000; i++) {
      byte[] bytes = sound.getBytes(StandardCharsets.UTF_8);
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = alphabet[random.nextInt(alphabet.length)];
      }
      bytes =
          Arrays.copyOf(
              bytes, random.nextInt(20) == 0 ? random.nextInt(bytes.length) : bytes.length);
      try {
        assertThat(codec.encode(codec.decode(Bytes.wrap(bytes))).size()).isPositive();
      } catch (CodecException e) {
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError(
            "seed " + seed + ": " + new String(bytes, StandardCharsets.UTF_8), e);
      }
    }
    assertThat(refused).as("seed " + seed).isGreaterThan(20_000);
  }

  private Order read(String json) throws CodecException {
    return codec.decode(Bytes.utf8(json));
  }

  private void assertRefused(String json, String message) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining(message);
  }
}

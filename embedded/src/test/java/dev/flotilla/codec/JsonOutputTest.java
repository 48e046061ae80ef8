package dev.flotilla.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The text is that of Gson's writer, byte for byte: logs of earlier versions hold it. */
class JsonOutputTest {
  @Test
  void everyCharacterIsWrittenAsByGson() throws IOException {
    String all =
        IntStream.rangeClosed(0, 0x1_0fff)
            .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    assertThat(written(String.class, all)).isEqualTo(gson(all));
    for (String each : List.of("", "plain", "\"", "a\\b", "\u2028", "\u007f", "\ud83d\ude00\n")) {
      assertThat(written(String.class, each)).isEqualTo(gson(each));
    }
  }

  @Test
  void numbersAreWrittenAsByGson() throws IOException {
    List<Number> numbers =
        List.of(0, -1, Long.MIN_VALUE, Byte.MAX_VALUE, -0.0, 1e300, Double.MIN_VALUE, 0.1f, 1e10f);
    for (Number each : numbers) {
      StringWriter text = new StringWriter();
      new JsonWriter(text).value(each).flush();
      assertThat(written(each.getClass(), each)).isEqualTo(text.toString());
    }
  }

  private static String written(Class<?> type, Object value) {
    return JsonOutput.write(new Shapes().of(type), value).toUtf8();
  }

  private static String gson(String value) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.setHtmlSafe(false);
      json.value(value);
    }
    return text.toString();
  }
}

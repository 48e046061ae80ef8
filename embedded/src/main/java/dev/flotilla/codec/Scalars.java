package dev.flotilla.codec;

import com.google.gson.JsonObject;
import com.google.gson.stream.JsonToken;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The shapes of values without parts. */
final class Scalars {
  private static final String FINITE = "a finite number";
  private static final Map<Class<?>, Shape> SHAPES = new HashMap<>();

  static {
    Shape truth = new Truth();
    SHAPES.put(boolean.class, truth);
    SHAPES.put(Boolean.class, truth);
    number(byte.class, Byte.class, "a whole number from -128 to 127", Byte::valueOf);
    number(short.class, Short.class, "a whole number from -32768 to 32767", Short::valueOf);
    number(int.class, Integer.class, "a whole number of 32 bits", Integer::valueOf);
    number(long.class, Long.class, "a whole number of 64 bits", Long::valueOf);
    number(float.class, Float.class, FINITE, Float::valueOf);
    number(double.class, Double.class, FINITE, Double::valueOf);
    text(String.class, "a text", text -> text, value -> value);
    text(BigDecimal.class, "a decimal number such as 12.50", BigDecimal::new, BigDecimal::toString);
    text(LocalDate.class, "a date such as 2030-01-31", LocalDate::parse, LocalDate::toString);
    text(UUID.class, "a UUID", UUID::fromString, UUID::toString);
    text(Instant.class, "a time such as 2030-01-31T12:00:00Z", Instant::parse, Instant::toString);
    text(Duration.class, "a duration such as PT1.5S", Duration::parse, Duration::toString);
    text(byte[].class, "base64", Base64.getDecoder()::decode, Base64.getEncoder()::encodeToString);
    text(
        Bytes.class,
        "base64",
        text -> Bytes.wrap(Base64.getDecoder().decode(text)),
        value -> Base64.getEncoder().encodeToString(value.toArray()));
    Text<Character> letter = new Text<>("one character", Scalars::onlyChar, Object::toString);
    SHAPES.put(char.class, letter);
    SHAPES.put(Character.class, letter);
  }

  private Scalars() {}

  /** The shape of a type without parts; null for any other type. */
  static @Nullable Shape of(Class<?> type) {
    return type.isEnum() ? enumeration(type) : SHAPES.get(type);
  }

  /** The shape of what can be a key in a map; null for any other type. */
  static @Nullable Text<?> key(Class<?> type) {
    return of(type) instanceof Text<?> text && type != byte[].class ? text : null;
  }

  /** The shape of a value without parts. */
  sealed interface ScalarShape extends Shape {
    /** Reads the value where it is written as {@link #write} does it; null anywhere else. */
    @Nullable Object readFlat(FlatInput in);
  }

  /**
   * A type that is written as a string.
   *
   * @param expected what is said to be expected where none can be read
   * @param parse throws a runtime exception for a text that is none
   * @param print the only form that is read
   */
  record Text<T>(String expected, Function<String, T> parse, Function<T, String> print)
      implements ScalarShape {
    @Override
    public JsonObject describe(JsonSchema schema) {
      JsonObject text = JsonSchema.type("string");
      text.addProperty("description", expected);
      return text;
    }

    @SuppressWarnings("unchecked")
    String toText(Object value) {
      return print.apply((T) value);
    }

    T fromText(String text, JsonInput in) throws CodecException {
      T value;
      try {
        value = parse.apply(text);
      } catch (RuntimeException e) {
        throw in.complaintAboutLast(expected + " is expected, not " + JsonInput.quote(text));
      }
      String usual = print.apply(value);
      if (!usual.equals(text)) {
        throw in.complaintAboutLast(
            "%s is written %s, not %s"
                .formatted(expected, JsonInput.quote(usual), JsonInput.quote(text)));
      }
      return value;
    }

    @Override
    public void write(Object value, JsonOutput out) {
      out.string(toText(value));
    }

    @Override
    public Object read(JsonInput in) throws IOException, CodecException {
      return fromText(in.scalar(JsonToken.STRING, expected), in);
    }

    @Override
    public @Nullable Object readFlat(FlatInput in) {
      String text = in.string();
      try {
        T value = text == null ? null : parse.apply(text);
        return value != null && print.apply(value).equals(text) ? value : null;
      } catch (RuntimeException e) {
        return null;
      }
    }
  }

  private record Numeral(String expected, Function<String, Number> parse) implements ScalarShape {
    @Override
    public JsonObject describe(JsonSchema schema) {
      JsonObject number = JsonSchema.type(expected.equals(FINITE) ? "number" : "integer");
      number.addProperty("description", expected);
      return number;
    }

    @Override
    public void write(Object value, JsonOutput out) {
      if (!isFinite((Number) value)) {
        throw new IllegalArgumentException(value + " cannot be written: " + expected + " can");
      }
      out.literal(value);
    }

    @Override
    public Object read(JsonInput in) throws IOException, CodecException {
      String text = in.scalar(JsonToken.NUMBER, expected);
      try {
        Number value = parse.apply(text);
        if (isFinite(value)) {
          return value;
        }
      } catch (NumberFormatException e) {
        // The same complaint as for a number that is too large.
      }
      throw in.complaintAboutLast(expected + " is expected, not " + JsonInput.quote(text));
    }

    @Override
    public @Nullable Object readFlat(FlatInput in) {
      String text = in.number();
      try {
        Number value = text == null ? null : parse.apply(text);
        return value != null && isFinite(value) ? value : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }

    private static boolean isFinite(Number number) {
      boolean floating = number instanceof Double || number instanceof Float;
      return !floating || Double.isFinite(number.doubleValue());
    }
  }

  private record Truth() implements ScalarShape {
    @Override
    public JsonObject describe(JsonSchema schema) {
      return JsonSchema.type("boolean");
    }

    @Override
    public void write(Object value, JsonOutput out) {
      out.literal(value);
    }

    @Override
    public Object read(JsonInput in) throws IOException, CodecException {
      in.expect(JsonToken.BOOLEAN, "true or false");
      return in.json().nextBoolean();
    }

    @Override
    public @Nullable Object readFlat(FlatInput in) {
      return in.word("true") ? Boolean.TRUE : in.word("false") ? Boolean.FALSE : null;
    }
  }

  private static void number(
      Class<?> primitive, Class<?> box, String expected, Function<String, Number> parse) {
    Shape shape = new Numeral(expected, parse);
    SHAPES.put(primitive, shape);
    SHAPES.put(box, shape);
  }

  private static <T> void text(
      Class<T> type, String expected, Function<String, T> parse, Function<T, String> print) {
    SHAPES.put(type, new Text<>(expected, parse, print));
  }

  private static Text<?> enumeration(Class<?> type) {
    Map<String, Enum<?>> constants = new HashMap<>();
    for (Object constant : type.getEnumConstants()) {
      constants.put(((Enum<?>) constant).name(), (Enum<?>) constant);
    }
    String expected =
        "one of " + Arrays.stream(type.getEnumConstants()).map(c -> ((Enum<?>) c).name()).toList();
    return new Text<Enum<?>>(expected, text -> known(constants.get(text)), Enum::name);
  }

  private static Enum<?> known(@Nullable Enum<?> constant) {
    if (constant == null) {
      throw new IllegalArgumentException();
    }
    return constant;
  }

  private static char onlyChar(String text) {
    if (text.length() != 1) {
      throw new IllegalArgumentException();
    }
    return text.charAt(0);
  }
}

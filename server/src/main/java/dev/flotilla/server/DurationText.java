package dev.flotilla.server;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a duration of the command line: a whole number with a unit, as {@code 500ms}, {@code 10s},
 * {@code 5m}, {@code 2h} or {@code 1d}; without a unit, in the one that its option names.
 * Stateless.
 */
abstract class DurationText implements ITypeConverter<Duration> {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)?");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  private final String unit;

  private DurationText(String unit) {
    this.unit = unit;
  }

  @Override
  public Duration convert(String text) {
    return parse(text, unit);
  }

  /**
   * Reads one.
   *
   * @param unit of a bare number
   * @throws TypeConversionException if it is none
   */
  static Duration parse(String text, String unit) {
    Matcher parts = TEXT.matcher(text);
    Duration one =
        parts.matches() ? UNITS.get(parts.group(2) == null ? unit : parts.group(2)) : null;
    if (one == null) {
      throw new TypeConversionException(
          "'%s' is no duration; use a whole number with ms, s, m, h or d, or without for %s"
              .formatted(text, unit));
    }
    return one.multipliedBy(Long.parseLong(parts.group(1)));
  }

  /** A bare number is in milliseconds. */
  static final class Millis extends DurationText {
    Millis() {
      super("ms");
    }
  }

  /** A bare number is in seconds. */
  static final class Seconds extends DurationText {
    Seconds() {
      super("s");
    }
  }

  /** A bare number is in minutes. */
  static final class Minutes extends DurationText {
    Minutes() {
      super("m");
    }
  }
}

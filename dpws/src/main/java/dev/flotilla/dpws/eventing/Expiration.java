package dev.flotilla.dpws.eventing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.Map;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import org.jspecify.annotations.Nullable;

/**
 * When a subscription ends: an {@code xs:duration} from now on, or an {@code xs:dateTime}. Exactly
 * one of the two is set. A source answers in the form in which it is asked (WS-Eventing 3.1).
 *
 * @param duration from now on; negative or zero if it is over
 * @param instant the time
 */
record Expiration(@Nullable Duration duration, @Nullable Instant instant) {
  /** Longer durations count as this. */
  static final Duration MAX_DURATION = Duration.ofDays(365);

  private static final int MAX_CHARS = 64;
  private static final int NANO_DIGITS = 9;
  private static final DatatypeFactory XML_TYPES = DatatypeFactory.newDefaultInstance();
  private static final DateTimeFormatter DATE_TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .optionalStart()
          .appendOffsetId()
          .toFormatter();

  /** A year and a month are never shorter than here, and far beyond what any source grants. */
  private static final Map<DatatypeConstants.Field, Duration> FIELDS =
      Map.of(
          DatatypeConstants.YEARS, Duration.ofDays(365),
          DatatypeConstants.MONTHS, Duration.ofDays(28),
          DatatypeConstants.DAYS, Duration.ofDays(1),
          DatatypeConstants.HOURS, Duration.ofHours(1),
          DatatypeConstants.MINUTES, Duration.ofMinutes(1),
          DatatypeConstants.SECONDS, Duration.ofSeconds(1));

  Expiration {
    if ((duration == null) == (instant == null)) {
      throw new IllegalArgumentException("an expiration is a duration or a time");
    }
  }

  static Expiration after(Duration duration) {
    return new Expiration(duration, null);
  }

  static Expiration at(Instant instant) {
    return new Expiration(null, instant);
  }

  /**
   * Reads the text of an Expires element.
   *
   * @throws IllegalArgumentException if it is neither a duration nor a time
   */
  static Expiration parse(String text) {
    if (text.length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "an expiration has " + text.length() + " characters, at most 64 are read");
    }
    // No xs:dateTime has this letter, every xs:duration has it.
    return text.contains("P") ? after(parseDuration(text)) : at(parseTime(text));
  }

  /** How long that is from now on, at most {@link #MAX_DURATION}. */
  Duration from(Instant now) {
    Duration left = duration != null ? duration : Duration.between(now, instant);
    return left.compareTo(MAX_DURATION) > 0 ? MAX_DURATION : left;
  }

  /** What is granted, in the form of this. */
  Expiration granted(Duration granted, Instant now) {
    return duration != null ? after(granted) : at(now.plus(granted));
  }

  /** The text of an Expires element. */
  String text() {
    return duration != null ? duration.toString() : String.valueOf(instant);
  }

  private static Duration parseDuration(String text) {
    javax.xml.datatype.Duration read = XML_TYPES.newDuration(text);
    BigDecimal seconds = BigDecimal.ZERO;
    for (Map.Entry<DatatypeConstants.Field, Duration> field : FIELDS.entrySet()) {
      BigDecimal count = decimal(read.getField(field.getKey()));
      seconds = seconds.add(count.multiply(BigDecimal.valueOf(field.getValue().toSeconds())));
    }
    BigDecimal most = BigDecimal.valueOf(MAX_DURATION.toSeconds());
    long nanos = seconds.min(most).movePointRight(NANO_DIGITS).longValue();
    return Duration.ofNanos(read.getSign() < 0 ? -nanos : nanos);
  }

  private static BigDecimal decimal(@Nullable Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    return number instanceof BigInteger integer ? new BigDecimal(integer) : BigDecimal.ZERO;
  }

  private static Instant parseTime(String text) {
    try {
      TemporalAccessor read = DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
      return read instanceof OffsetDateTime time
          ? time.toInstant()
          : LocalDateTime.from(read).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("it is neither an xs:duration nor an xs:dateTime", e);
    }
  }
}

package dev.flotilla.server;

import dev.flotilla.ServerBuilder;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The election timeout and the heartbeats of a server. */
final class TimingOptions {
  private static final Pattern RANGE = Pattern.compile("([^-]+)-([^-]+)");

  @Option(
      names = "--election-timeout",
      paramLabel = "MIN-MAX",
      description = {
        "Election timeout, such as 150ms-300ms; a bare number is in milliseconds. Default:"
            + " 150-300.",
        "Must be the same for all servers of the group."
      })
  private @Nullable String electionTimeout;

  @Option(
      names = "--heartbeat",
      paramLabel = "DURATION",
      converter = DurationText.Millis.class,
      description = {
        "Heartbeat interval of a leader; a bare number is in milliseconds. Default: 50ms.",
        "At most a third of MIN."
      })
  private @Nullable Duration heartbeat;

  @Option(
      names = "--quiet-after",
      paramLabel = "DURATION",
      converter = DurationText.Seconds.class,
      description = {
        "A leader that got no request for so long sends a heartbeat only each second. If it fails",
        "then, an election follows after 3 to 6 seconds. Default: 0, never."
      })
  private @Nullable Duration quietAfter;

  /**
   * Sets what was given.
   *
   * @throws IllegalArgumentException if the timeout is no range
   */
  void applyTo(ServerBuilder builder) {
    if (electionTimeout != null) {
      Matcher range = RANGE.matcher(electionTimeout);
      if (!range.matches()) {
        throw new IllegalArgumentException(
            "--election-timeout is MIN-MAX, as 150ms-300ms, not '" + electionTimeout + "'");
      }
      builder.electionTimeout(bound(range.group(1)), bound(range.group(2)));
    }
    Arguments.given(heartbeat, builder::heartbeat);
    Arguments.given(quietAfter, builder::quietAfter);
  }

  private static Duration bound(String text) {
    try {
      return DurationText.parse(text, "ms");
    } catch (TypeConversionException e) {
      throw new IllegalArgumentException("--election-timeout: " + e.getMessage(), e);
    }
  }
}

package dev.flotilla.server;

import dev.flotilla.ServerBuilder;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The election timeout and the heartbeats of a server. */
final class TimingOptions {
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})-([0-9]{1,9})");

  @Option(
      names = "--election-timeout",
      paramLabel = "MIN-MAX",
      description = {
        "Election timeout, in milliseconds. Default: 150-300.",
        "Must be the same for all servers of the group."
      })
  private @Nullable String electionTimeout;

  @Option(
      names = "--heartbeat",
      paramLabel = "MS",
      description = {
        "Heartbeat interval of a leader, in milliseconds. Default: 50.",
        "At most a third of MIN."
      })
  private @Nullable Integer heartbeatMillis;

  @Option(
      names = "--quiet-after",
      paramLabel = "SECONDS",
      description = {
        "A leader that got no request for so long sends a heartbeat only each second. If it fails",
        "then, an election follows after 3 to 6 seconds. Default: 0, never."
      })
  private @Nullable Integer quietAfterSeconds;

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
            "--election-timeout is MIN-MAX in milliseconds, as 150-300, not '"
                + electionTimeout
                + "'");
      }
      builder.electionTimeout(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
    }
    if (heartbeatMillis != null) {
      builder.heartbeat(heartbeatMillis);
    }
    if (quietAfterSeconds != null) {
      builder.quietAfter(Duration.ofSeconds(quietAfterSeconds));
    }
  }
}

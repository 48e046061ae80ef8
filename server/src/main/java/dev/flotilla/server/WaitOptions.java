package dev.flotilla.server;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that wait for something and hold it. */
final class WaitOptions {
  private static final int MAX_TTL_SECONDS = 3_600;

  @Option(
      names = "--ttl",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = {
        "After so long without a confirmation of the group it is lost, and others get it.",
        "Default: ${DEFAULT-VALUE}."
      })
  private int ttlSeconds;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "How long to wait for it; 0: not at all. Default: as long as it takes.")
  private @Nullable Integer waitSeconds;

  Duration ttl() throws CommandFailure {
    if (ttlSeconds < 1 || ttlSeconds > MAX_TTL_SECONDS) {
      throw new CommandFailure(
          ExitCode.USAGE, "--ttl is 1 to " + MAX_TTL_SECONDS + " seconds, not " + ttlSeconds);
    }
    return Duration.ofSeconds(ttlSeconds);
  }

  /** How long to wait; null for as long as it takes. */
  @Nullable Duration atMost() throws CommandFailure {
    if (waitSeconds != null && waitSeconds < 0) {
      throw new CommandFailure(ExitCode.USAGE, "--wait is 0 seconds or more, not " + waitSeconds);
    }
    return waitSeconds == null ? null : Duration.ofSeconds(waitSeconds);
  }
}

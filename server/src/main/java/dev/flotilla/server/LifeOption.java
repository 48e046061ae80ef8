package dev.flotilla.server;

import java.time.Duration;
import picocli.CommandLine.Option;

/** The option of the commands that issue certificates. */
final class LifeOption {
  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "730",
      description = "How long it is valid. Default: ${DEFAULT-VALUE}")
  private int days;

  Duration duration() {
    return Duration.ofDays(days);
  }
}

package dev.flotilla.server;

import dev.flotilla.ServerBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which changes of members a server makes by itself while it leads. */
final class AdmissionOptions {
  @Option(
      names = "--admit",
      paramLabel = "WHOM",
      defaultValue = "manual",
      description = {
        "Which servers become members without an operator, while this one leads. manual (default):"
            + " none.",
        "certificate: holders of member certificates, as learners, then as voters. automatic: all,"
            + " as",
        "learners. Should be the same for all servers of the group."
      })
  private String admit = "manual";

  @Option(
      names = "--voters",
      paramLabel = "N",
      defaultValue = "3",
      description = "With --admit certificate: makes learners voters up to N. Default: 3.")
  private int voters;

  @Option(
      names = "--replace-after",
      paramLabel = "DURATION",
      converter = DurationText.Seconds.class,
      description = {
        "With --admit certificate: a learner replaces a voter that is silent for so long. Default:",
        "never."
      })
  private @Nullable Duration replaceAfter;

  void applyTo(ServerBuilder builder) {
    switch (admit) {
      case "manual" -> {}
      case "certificate" -> builder.admitCertified(voters);
      case "automatic" -> builder.admitLearners();
      default ->
          throw new IllegalArgumentException(
              "--admit is manual, certificate or automatic, not '" + admit + "'");
    }
    Arguments.given(replaceAfter, builder::replaceSilentAfter);
  }
}

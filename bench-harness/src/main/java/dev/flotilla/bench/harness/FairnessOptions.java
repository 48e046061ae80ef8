package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.paired.PairedPlan;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The options of {@code bench run} that make the comparison fair: paired windows and JVMs. */
final class FairnessOptions {
  private static final Duration SETTLE = Duration.ofMillis(500);

  @Option(
      names = "--window",
      paramLabel = "SECONDS",
      description = "Paired mode: duration of a measurement window.")
  private int windowSeconds = 3;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Paired mode: windows per system, in each cell and repeat.")
  private int rounds = 12;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Paired mode: commands per second of all clients together. Latency counts from the"
              + " scheduled time of a command. 0 is a closed loop: each client sends a command when"
              + " the previous one is answered.")
  private int rate;

  @Option(
      names = "--jvm-options",
      paramLabel = "SYSTEM=OPTIONS",
      description =
          "Replaces the JVM options of a system's servers. Spaces separate the options. In"
              + " --systems, A@B is system A with the JVM options of B; a report uses the better one"
              + " of A and A@B.")
  private Map<String, String> jvmOptions = new TreeMap<>();

  /** For picocli, which fills the fields. */
  FairnessOptions() {}

  Map<String, String> jvmOptions() {
    return jvmOptions;
  }

  /**
   * What the options ask for.
   *
   * @throws IllegalArgumentException if they make no sense; the message names the option
   */
  PairedPlan plan() {
    return new PairedPlan(Duration.ofSeconds(windowSeconds), SETTLE, rounds, rate);
  }
}

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
      description = "Paired mode: the length of a window.")
  private int windowSeconds = 3;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Paired mode: windows of each system in each cell and repeat.")
  private int rounds = 12;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Paired mode: all clients together intend N commands a second, and latency counts from"
              + " the intended moment. 0 is a closed loop.")
  private int rate;

  @Option(
      names = "--jvm-options",
      paramLabel = "SYSTEM=OPTIONS",
      description =
          "Options for the JVMs of a system's servers in place of its own, separated by spaces. In"
              + " --systems, A@B is A with the options of B; in a report the better one counts.")
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

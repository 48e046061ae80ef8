package dev.flotilla.bench.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code bench run}. */
final class RunOptions {
  private static final DateTimeFormatter DIRECTORY_NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  private static final Set<String> ALWAYS_ALLOWED = Set.of("--resume", "--verbose");

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "NAME",
      description = "Systems, in the order of their turns; ratios are of the first to the others.")
  private List<String> systems = new ArrayList<>(List.of("flotilla", "zookeeper"));

  @Option(names = "--servers", split = ",", paramLabel = "N", description = "Sizes of clusters.")
  private List<Integer> servers = new ArrayList<>(List.of(1, 3));

  @Option(names = "--clients", split = ",", paramLabel = "N", description = "Numbers of clients.")
  private List<Integer> clients = new ArrayList<>(List.of(1, 5, 10, 25));

  @Option(
      names = "--mode",
      description =
          "${COMPLETION-CANDIDATES}: paper is a fresh cluster and cold clients for every run,"
              + " steady a warm cluster for all numbers of clients, paired all systems at once with"
              + " windows that alternate.")
  private Mode mode = Mode.STEADY;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "How often everything is measured, the systems in turn.")
  private int repeats = 3;

  @Option(
      names = "--measure",
      paramLabel = "SECONDS",
      description = "Steady mode: how long each cell is measured.")
  private int measureSeconds = 20;

  @Option(
      names = "--warm-up-min",
      paramLabel = "SECONDS",
      description =
          "Steady mode: the shortest warm-up; it ends when two successive stretches of 5 s differ"
              + " by at most 5 %%.")
  private int warmUpMinSeconds = 25;

  @Option(
      names = "--warm-up-max",
      paramLabel = "SECONDS",
      description = "Steady mode: the longest warm-up.")
  private int warmUpMaxSeconds = 90;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description =
          "Paper mode: commands of each client; the latencies of its first and last 10 are left"
              + " out.")
  private int iterations = 120;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "A named experiment, which sets everything but --systems and --out: paper is that of the"
              + " paper, with its failures; of flotilla only: lock-service is a lock service under"
              + " growing load, kv-report a key-value store with many servers and large values,"
              + " links are links that fail.")
  private @Nullable String preset;

  @Option(
      names = "--quick",
      description = "With --preset: one run of each of a few cells, at most 3 minutes on 2 cores.")
  private boolean quick;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Continues the interrupted experiment of a preset, whose --out was DIR.")
  private @Nullable Path resume;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where results go; the servers' data are under it while they run, so it chooses the"
              + " disk. Default: bench-results/ and the time.")
  private @Nullable Path out;

  @Option(names = "--verbose", description = "Print the stack trace of a failure.")
  private boolean verbose;

  /** For picocli, which fills the fields. */
  RunOptions() {}

  /**
   * What the options ask for.
   *
   * @throws IllegalArgumentException if they make no sense; the message names the option
   */
  BenchmarkPlan plan() {
    return new BenchmarkPlan(
        systems,
        servers,
        clients,
        mode,
        repeats,
        iterations,
        Duration.ofSeconds(measureSeconds),
        Duration.ofSeconds(warmUpMinSeconds),
        Duration.ofSeconds(warmUpMaxSeconds));
  }

  /**
   * Checks that no option is given that another one rules out.
   *
   * @param given the names of the options on the command line
   * @throws IllegalArgumentException if one is; the message names both
   */
  void requireConsistent(Set<String> given) {
    if (resume != null) {
      refuse(given, "--resume continues what its directory's plan says", Set.of("--preset"));
    } else if (preset != null) {
      refuse(
          given,
          "--preset sets what is measured",
          Set.of("--preset", "--quick", "--systems", "--out"));
    } else if (quick) {
      throw new IllegalArgumentException("--quick is a part of a preset; add --preset paper");
    }
  }

  private static void refuse(Set<String> given, String why, Set<String> allowed) {
    for (String option : given) {
      if (!allowed.contains(option)
          && !ALWAYS_ALLOWED.contains(option)
          && !AgentOptions.NAMES.contains(option)) {
        throw new IllegalArgumentException(why + "; leave out " + option);
      }
    }
  }

  Optional<String> preset() {
    return Optional.ofNullable(preset);
  }

  boolean isQuick() {
    return quick;
  }

  Mode mode() {
    return mode;
  }

  Optional<Path> resume() {
    return Optional.ofNullable(resume);
  }

  List<String> systems() {
    return systems;
  }

  Path out() {
    return out != null
        ? out
        : Path.of(
            "bench-results", DIRECTORY_NAME.format(LocalDateTime.now(ZoneId.systemDefault())));
  }

  boolean isVerbose() {
    return verbose;
  }
}

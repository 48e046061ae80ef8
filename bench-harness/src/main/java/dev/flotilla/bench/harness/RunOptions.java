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
      description =
          "Systems to measure, in this order. Ratios compare the first with each other one."
              + " NAME+shared has one client object for all clients.")
  private List<String> systems = new ArrayList<>(List.of("flotilla", "zookeeper"));

  @Option(names = "--servers", split = ",", paramLabel = "N", description = "Numbers of servers.")
  private List<Integer> servers = new ArrayList<>(List.of(1, 3));

  @Option(names = "--clients", split = ",", paramLabel = "N", description = "Numbers of clients.")
  private List<Integer> clients = new ArrayList<>(List.of(1, 5, 10, 25));

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "How to measure: ${COMPLETION-CANDIDATES}. 'paper' starts a new cluster and cold clients"
              + " for every run. 'steady' uses one warm cluster for all numbers of clients. 'paired'"
              + " keeps all systems running and alternates short measurement windows.")
  private Mode mode = Mode.STEADY;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "How often to repeat every measurement. The systems take turns.")
  private int repeats = 3;

  @Option(
      names = "--measure",
      paramLabel = "SECONDS",
      description = "Steady mode: duration of each measurement.")
  private int measureSeconds = 20;

  @Option(
      names = "--warm-up-min",
      paramLabel = "SECONDS",
      description =
          "Steady mode: minimum warm-up. After it, the warm-up ends when the throughput of two"
              + " successive intervals of 5 s differs by at most 5 %%.")
  private int warmUpMinSeconds = 25;

  @Option(
      names = "--warm-up-max",
      paramLabel = "SECONDS",
      description = "Steady mode: maximum warm-up.")
  private int warmUpMaxSeconds = 90;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description =
          "Paper mode: commands per client. The latencies of the first and last 10 are not"
              + " counted.")
  private int iterations = 120;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "A predefined experiment. Only --systems, --out, --quick, --only, --list and the options"
              + " for hosts can be combined with it. 'paper' is the experiment of the paper, with its failures."
              + " The others measure Flotilla only: 'lock-service' a lock service under growing"
              + " load, 'kv-report' a key-value store with many servers and large values, 'links'"
              + " links that fail. 'histories' records what clients observe while servers are"
              + " killed. 'total-order' compares protocols of total order on several middlewares;"
              + " 'gateway' measures a gateway with and without a log.")
  private @Nullable String preset;

  @Option(
      names = "--quick",
      description = "With --preset: measures a few cells once. Takes at most 3 minutes on 2 cores.")
  private boolean quick;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description =
          "With --preset: measures only the cells whose description contains TEXT, in upper or lower"
              + " case. May be given several times; a cell needs one of the texts. --list prints the"
              + " descriptions.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--list",
      description = "With --preset: prints the cells that it would measure, and measures nothing.")
  private boolean list;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Continues an interrupted run of a preset. DIR is the --out of that run.")
  private @Nullable Path resume;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "The directory for results. Servers keep their data below it while they run, so it"
              + " chooses the disk. Default: bench-results/ and the time.")
  private @Nullable Path out;

  @Option(names = "--verbose", description = "Prints the stack trace of a failure.")
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
          Set.of("--preset", "--quick", "--systems", "--out", "--only", "--list"));
    } else if (quick) {
      throw new IllegalArgumentException("--quick is a part of a preset; add --preset paper");
    } else if (list || !only.isEmpty()) {
      throw new IllegalArgumentException(
          "%s is about the cells of a preset; add --preset paper"
              .formatted(list ? "--list" : "--only"));
    }
  }

  private static void refuse(Set<String> given, String why, Set<String> allowed) {
    for (String option : given) {
      if (!allowed.contains(option)
          && !ALWAYS_ALLOWED.contains(option)
          && !AgentOptions.NAMES.contains(option)
          && !HostOptions.NAMES.contains(option)) {
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

  /** Parts of the words of the cells to measure; all cells if empty. */
  List<String> only() {
    return only;
  }

  boolean isList() {
    return list;
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

package dev.flotilla.bench.harness;

import dev.flotilla.bench.DataLostException;
import dev.flotilla.bench.HostLostException;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.agent.AgentRefusedException;
import dev.flotilla.bench.harness.paired.PairedPlan;
import dev.flotilla.bench.harness.report.PairedSummary;
import dev.flotilla.bench.result.Environment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flotilla bench run}: measures every cell and prints the table of medians and ratios. */
@Command(
    name = "run",
    description = {
      "Measures every combination of servers and clients.",
      "Starts the servers of each system and one client process on this machine. Prints medians and"
          + " ratios. With --agents the servers run on other hosts.",
      "Writes DIR/results.jsonl (one line of JSON per run), DIR/report.md (the table),"
          + " DIR/report.html (with figures) and DIR/logs (the output of the processes)."
    },
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:All commands were acknowledged. With a preset: every cell has its valid runs.",
      "1:Some commands were not acknowledged, or runs are missing because agents were lost. With a"
          + " preset: some runs are invalid or missing.",
      "2:Wrong usage.",
      "3:A system did not start, died or stopped answering.",
      "4:A file cannot be read or written, or a process cannot be started.",
      "5:There are too few agents, or an agent has another version, lacks a system, cannot start a"
          + " server, has a full disk or was lost.",
      "70:Internal error of the benchmark.",
      "130:Interrupted."
    })
final class RunCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean help;

  @Mixin private final RunOptions options = new RunOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private final AgentOptions agents = new AgentOptions();

  @Mixin private final HostOptions hosts = new HostOptions();

  @Mixin private final FairnessOptions fairness = new FairnessOptions();

  private final PrintStream out;
  private final PrintStream err;
  private final List<String> words;

  /** A command that knows the words it came from, since they belong to the results. */
  RunCommand(PrintStream out, PrintStream err, List<String> words) {
    this.out = out;
    this.err = err;
    this.words = words;
  }

  @Override
  public Integer call() {
    try {
      options.requireConsistent(given());
      agents.requireConsistent();
      requireOneKindOfHosts();
      Path home = Path.of(System.getProperty("flotilla.home", ""));
      SystemCatalog catalog = SystemCatalog.load(home).withJvmOptions(fairness.jvmOptions());
      if (options.resume().isPresent()) {
        return resume(catalog, home, options.resume().get());
      }
      if (options.preset().isPresent()) {
        return begin(catalog, home, Presets.find(options.preset().get()));
      }
      return measure(catalog, home);
    } catch (AgentRefusedException | HostLostException e) {
      return explain(ExitCode.AGENTS, e);
    } catch (SystemFailedException | DataLostException e) {
      return explain(ExitCode.SYSTEM_FAILED, e);
    } catch (IOException e) {
      return explain(ExitCode.INPUT_OUTPUT, e);
    } catch (InterruptedException e) {
      return explain(ExitCode.INTERRUPTED, e);
    } catch (IllegalArgumentException e) {
      return explain(ExitCode.USAGE, e);
    }
  }

  private Set<String> given() {
    return spec.commandLine().getParseResult().matchedOptions().stream()
        .map(OptionSpec::longestName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private int resume(SystemCatalog catalog, Path home, Path directory)
      throws IOException, InterruptedException {
    ExperimentPlan plan = OutputDirectory.planIn(directory);
    options.preset().ifPresent(named -> plan.requirePreset(directory.toString(), named));
    Preset preset = Presets.find(plan.preset());
    requirePlaceable(preset);
    plan.requireAgents(directory.toString(), agents.count());
    try (Site site = Site.open(agents, hosts.plan(), catalog, home, plan.systems())) {
      return new PresetRun(catalog, home, site, out, err, words).resume(preset, plan, directory);
    }
  }

  private int begin(SystemCatalog catalog, Path home, Preset preset)
      throws IOException, InterruptedException {
    requirePlaceable(preset);
    List<String> names = preset.systems(options.systems());
    if (options.isList()) {
      return list(catalog, preset, names);
    }
    try (Site site = Site.open(agents, hosts.plan(), catalog, home, names)) {
      return new PresetRun(catalog, home, site, out, err, words)
          .begin(preset, options.isQuick(), names, options.only(), options.out());
    }
  }

  private int list(SystemCatalog catalog, Preset preset, List<String> systems) {
    systems.forEach(catalog::find);
    ExperimentPlan plan =
        new ExperimentPlan(
            preset.name(), options.isQuick(), systems, "", agents.count(), null, options.only());
    plan.chosen(preset.cells(plan)).forEach(cell -> out.println(cell.words()));
    out.flush();
    return ExitCode.OK;
  }

  private void requirePlaceable(Preset preset) {
    if (agents.isGiven() && !preset.usesAgents()) {
      throw new IllegalArgumentException(
          "preset %s cannot use agents, since its servers listen on loopback only; leave out --agents"
              .formatted(preset.name()));
    }
  }

  private void requireOneKindOfHosts() {
    if (agents.isGiven() && hosts.plan().isPresent()) {
      throw new IllegalArgumentException(
          "--agents and --emulated-hosts both place the servers; leave out one of them");
    }
  }

  /** Cells of a preset that need more hosts are skipped; here the user has named the number. */
  private static void requireEnough(Site site, BenchmarkPlan plan) {
    int most = Collections.max(plan.servers());
    if (site.emulated() != null && !site.placement().isEnoughFor(most)) {
      throw new IllegalArgumentException(
          "--servers %s need at least --emulated-hosts %s, one of them for clients"
              .formatted(most, most + 1));
    }
  }

  private int measure(SystemCatalog catalog, Path home) throws IOException, InterruptedException {
    BenchmarkPlan plan = options.plan();
    PairedPlan paired = fairness.plan();
    if (agents.isGiven() && plan.mode() == Mode.PAIRED) {
      throw new IllegalArgumentException(
          "--mode paired cannot use agents, since it reads counters of servers on this host; leave"
              + " out --agents");
    }
    try (Site site = Site.open(agents, hosts.plan(), catalog, home, plan.systems())) {
      requireEnough(site, plan);
      List<SystemUnderTest> systems = plan.systems().stream().map(catalog::find).toList();
      OutputDirectory directory = OutputDirectory.create(options.out());
      Environment environment =
          site.describe(EnvironmentProbe.probe(systems, home, directory.path(), words));
      if (plan.mode() == Mode.PAIRED) {
        return report(
            new PairedBenchmark(
                plan, paired, systems, site.placement(), directory, environment, err),
            directory);
      }
      return measure(
          plan, site, new BenchmarkManager(plan, catalog, site, directory, environment), directory);
    }
  }

  private int measure(
      BenchmarkPlan plan, Site site, BenchmarkManager manager, OutputDirectory directory)
      throws IOException, InterruptedException {
    ReportedWork.run(
        () -> runWithProgress(manager, plan), () -> report(plan, site, manager, directory));
    boolean clean =
        manager.lost().isEmpty()
            && manager.skipped().isEmpty()
            && manager.results().stream().allMatch(result -> result.errors().isEmpty());
    return clean ? ExitCode.OK : ExitCode.COMMANDS_FAILED;
  }

  private void report(
      BenchmarkPlan plan, Site site, BenchmarkManager manager, OutputDirectory directory)
      throws IOException {
    directory.report(new Report(plan, manager.results()).markdown() + site.delayed(), out);
    manager.lost().forEach(out::println);
    manager.skipped().forEach(cell -> out.printf("skipped: %s: %s%n", cell, site.left()));
  }

  private int report(PairedBenchmark benchmark, OutputDirectory directory)
      throws IOException, InterruptedException {
    boolean clean = benchmark.run();
    directory.report(PairedSummary.markdown(directory.path()), out);
    return clean ? ExitCode.OK : ExitCode.COMMANDS_FAILED;
  }

  /** The bar is gone when this returns, before the table or a failure is printed. */
  private void runWithProgress(BenchmarkManager manager, BenchmarkPlan plan)
      throws IOException, InterruptedException {
    try (Progress progress = LineProgress.orBar(err, plan.runs())) {
      manager.run(progress);
    }
  }

  private int explain(int code, Exception e) {
    if (isJvmEnding()) {
      err.println("flotilla bench: interrupted; what was measured before is kept");
      return ExitCode.INTERRUPTED;
    }
    if (options.isVerbose()) {
      e.printStackTrace(err);
    }
    String hint = code == ExitCode.USAGE ? "; see flotilla bench run --help" : "";
    err.printf("flotilla bench: %s%s%n", e.getMessage(), hint);
    return code;
  }

  /** On Ctrl-C the processes are ended first, and what fails then is no failure of theirs. */
  private static boolean isJvmEnding() {
    try {
      Runtime.getRuntime().removeShutdownHook(new Thread()); // refuses once the end has begun
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}

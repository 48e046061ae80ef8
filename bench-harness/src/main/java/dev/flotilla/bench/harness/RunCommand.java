package dev.flotilla.bench.harness;

import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.paired.PairedPlan;
import dev.flotilla.bench.harness.report.PairedSummary;
import dev.flotilla.bench.harness.report.ReportCommand;
import dev.flotilla.bench.result.Environment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
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
      "Starts each system's servers and one client process on this machine, measures every"
          + " combination of servers and clients, and prints medians and ratios.",
      "Results go to DIR/results.jsonl, one line of JSON for each run, the table to DIR/report.md,"
          + " what the processes print to DIR/logs."
    },
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:everything was measured and every command acknowledged; with a preset: every cell has its"
          + " valid runs",
      "1:everything was measured, but some commands were not acknowledged; with a preset: some runs"
          + " stayed invalid",
      "2:the command line cannot be understood",
      "3:a system did not start, died, or stopped answering",
      "4:a file or a process could not be made",
      "70:a fault in the benchmark itself",
      "130:interrupted"
    })
final class RunCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean help;

  @Mixin private final RunOptions options = new RunOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

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
      Path home = Path.of(System.getProperty("flotilla.home", ""));
      SystemCatalog catalog = SystemCatalog.load(home).withJvmOptions(fairness.jvmOptions());
      PresetRun presetRun = new PresetRun(catalog, home, out, err, words);
      if (options.resume().isPresent()) {
        return resume(presetRun, options.resume().get());
      }
      if (options.preset().isPresent()) {
        Preset preset = Presets.find(options.preset().get());
        List<String> names = preset.systems(options.systems());
        return presetRun.begin(preset, options.isQuick(), names, options.out());
      }
      return measure(catalog, home);
    } catch (SystemFailedException e) {
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

  private int resume(PresetRun presetRun, Path directory) throws IOException, InterruptedException {
    ExperimentPlan plan = OutputDirectory.planIn(directory);
    options.preset().ifPresent(named -> plan.requirePreset(directory.toString(), named));
    return presetRun.resume(Presets.find(plan.preset()), plan, directory);
  }

  private int measure(SystemCatalog catalog, Path home) throws IOException, InterruptedException {
    BenchmarkPlan plan = options.plan();
    PairedPlan paired = fairness.plan();
    List<SystemUnderTest> systems = plan.systems().stream().map(catalog::find).toList();
    OutputDirectory directory = OutputDirectory.create(options.out());
    Environment environment = EnvironmentProbe.probe(systems, home, directory.path(), words);
    if (plan.mode() == Mode.PAIRED) {
      return report(
          new PairedBenchmark(plan, paired, systems, directory, environment, err), directory);
    }
    BenchmarkManager manager = new BenchmarkManager(plan, catalog, directory, environment);
    try {
      runWithProgress(manager, plan);
    } finally {
      report(new Report(plan, manager.results()).markdown(), directory);
    }
    boolean clean = manager.results().stream().allMatch(result -> result.errors().isEmpty());
    return clean ? ExitCode.OK : ExitCode.COMMANDS_FAILED;
  }

  private int report(PairedBenchmark benchmark, OutputDirectory directory)
      throws IOException, InterruptedException {
    boolean clean = benchmark.run();
    report(PairedSummary.markdown(directory.path()), directory);
    out.printf("Report: %s%n", ReportCommand.write(directory.path()));
    return clean ? ExitCode.OK : ExitCode.COMMANDS_FAILED;
  }

  /** The bar is gone when this returns, before the table or a failure is printed. */
  private void runWithProgress(BenchmarkManager manager, BenchmarkPlan plan)
      throws IOException, InterruptedException {
    try (Progress progress = LineProgress.orBar(err, plan.runs())) {
      manager.run(progress);
    }
  }

  private void report(String markdown, OutputDirectory directory) throws IOException {
    directory.writeReport(markdown);
    out.print(markdown);
    out.printf("%nResults: %s%n", directory.path());
    out.flush();
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

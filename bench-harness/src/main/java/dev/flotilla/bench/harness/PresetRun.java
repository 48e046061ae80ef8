package dev.flotilla.bench.harness;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.result.Environment;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Begins or continues the experiment of a preset, and prints its table. */
final class PresetRun {
  private final SystemCatalog catalog;
  private final Path home;
  private final Site site;
  private final PrintStream out;
  private final PrintStream err;
  private final List<String> words;

  /**
   * A run.
   *
   * @param catalog the systems that there are
   * @param home the root of the checkout
   * @param site the hosts of the servers
   * @param words of the command line, for the results
   */
  PresetRun(
      SystemCatalog catalog,
      Path home,
      Site site,
      PrintStream out,
      PrintStream err,
      List<String> words) {
    this.catalog = catalog;
    this.home = home;
    this.site = site;
    this.out = out;
    this.err = err;
    this.words = List.copyOf(words);
  }

  /**
   * Begins an experiment in a new directory; returns the exit code.
   *
   * @param only parts of the words of the cells to measure; all cells if empty
   * @throws IllegalArgumentException if one of them is in no cell; nothing is written then
   */
  int begin(Preset preset, boolean quick, List<String> systems, List<String> only, Path directory)
      throws IOException, InterruptedException {
    systems.forEach(catalog::find);
    ExperimentPlan plan =
        new ExperimentPlan(
            preset.name(),
            quick,
            systems,
            EnvironmentProbe.gitCommit(home),
            site.agents(),
            site.emulated(),
            only);
    plan.chosen(preset.cells(plan)); // refuses before anything is written
    OutputDirectory opened = OutputDirectory.create(directory);
    Environment environment = environment(systems, directory);
    opened.writePlan(plan);
    return measure(preset, plan, opened, environment);
  }

  /**
   * Continues the experiment of a directory, which stays as it is if that is refused; returns the
   * exit code.
   *
   * @throws IllegalArgumentException if it was begun at another commit
   */
  int resume(Preset preset, ExperimentPlan plan, Path directory)
      throws IOException, InterruptedException {
    Environment environment = environment(plan.systems(), directory);
    plan.requireEmulatedHosts(directory.toString(), site.emulated());
    plan.requireCommit(directory.toString(), environment.gitCommit());
    return measure(preset, plan, OutputDirectory.reopen(directory), environment);
  }

  private Environment environment(List<String> systems, Path directory) {
    List<SystemUnderTest> found = systems.stream().map(catalog::find).toList();
    return site.describe(EnvironmentProbe.probe(found, home, directory, words));
  }

  private int measure(
      Preset preset, ExperimentPlan plan, OutputDirectory opened, Environment environment)
      throws IOException, InterruptedException {
    List<Cell> cells = plan.chosen(preset.cells(plan));
    Experiment experiment =
        new Experiment(cells, preset.validRuns(plan), opened, opened.results(), preset::isNeeded);
    err.printf(
        "flotilla bench: results go to %s; after an interruption continue with --resume %s%n",
        opened.path(), opened.path());
    tellIfBusy();
    ReportedWork.run(
        () -> measure(preset, plan, opened, environment, experiment),
        () -> report(preset.report(plan, experiment.results()), experiment, opened));
    return experiment.missing() == 0 ? ExitCode.OK : ExitCode.COMMANDS_FAILED;
  }

  /** Before anything of its own runs. */
  private void tellIfBusy() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    double load = system.getSystemLoadAverage();
    if (load > system.getAvailableProcessors()) {
      err.printf(
          Locale.ROOT,
          "flotilla bench: machine busy: its load is %.1f with %s processors; cells that other"
              + " processes disturb are marked in the report%n",
          load,
          system.getAvailableProcessors());
    }
  }

  private void measure(
      Preset preset,
      ExperimentPlan plan,
      OutputDirectory opened,
      Environment environment,
      Experiment experiment)
      throws IOException, InterruptedException {
    try (Progress progress = LineProgress.orBar(err, experiment.missing())) {
      Laboratory laboratory =
          new Laboratory(preset.name(), catalog, opened, site.placement(), environment, progress);
      experiment.run(preset.procedure(plan, laboratory), site.placement(), progress);
    }
  }

  private void report(String markdown, Experiment experiment, OutputDirectory opened)
      throws IOException {
    opened.report(markdown + lostRuns(experiment) + site.delayed(), out);
    for (Cell cell : experiment.skipped()) {
      out.printf("skipped: %s: %s%n", cell.words(), site.left());
    }
    if (experiment.missing() > 0) {
      out.printf(
          "%s valid runs are missing; continue with: flotilla bench run --resume %s%n",
          experiment.missing(), opened.path());
    }
    out.flush();
  }

  private static String lostRuns(Experiment experiment) {
    return experiment.lost().stream()
        .map(run -> "- %s%n".formatted(run))
        .collect(Collectors.joining("", experiment.lost().isEmpty() ? "" : "\nLost runs:\n\n", ""));
  }
}

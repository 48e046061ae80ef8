package dev.flotilla.bench.harness.histories;

import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.Scenario;
import dev.flotilla.bench.harness.Trigger;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The paper's failures, with clients that read while others insert; each run writes a history for
 * the checker in {@code system-tests/porcupine}. It measures no speed: reads and the recording
 * cost.
 *
 * <p>Flotilla only, since ZooKeeper's reads are not linearizable even after a {@code sync}.
 *
 * <p><b>Thread.</b> Any thread: it has no state.
 */
public final class HistoriesPreset implements Preset {
  static final String NAME = "histories";
  static final int WRITERS = 5;
  static final int READERS = 3;

  private static final String SYSTEM = "flotilla";
  private static final int RUNS = 5;
  private static final int COMMANDS = 1_000;
  private static final int QUICK_COMMANDS = 300;
  private static final double PERCENT = 100;

  private final String system;

  /** The preset of this checkout. */
  public HistoriesPreset() {
    this(SYSTEM);
  }

  HistoriesPreset(String system) {
    this.system = system;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> systems(List<String> asked) {
    if (!asked.contains(system)) {
      throw new IllegalArgumentException(
          "--systems names %s; --preset %s records %s only, whose reads are linearizable"
              .formatted(String.join(", ", asked), NAME, system));
    }
    return List.of(system);
  }

  @Override
  public int validRuns(ExperimentPlan plan) {
    return plan.quick() ? 1 : RUNS;
  }

  @Override
  public List<Cell> cells(ExperimentPlan plan) {
    List<Cell> quick = List.of(cell(3, Scenario.ONE_LEADER), cell(5, Scenario.FOLLOWER_AND_LEADER));
    return plan.quick()
        ? quick
        : List.of(
            cell(3, Scenario.ONE_FOLLOWER),
            quick.get(0),
            cell(5, Scenario.TWO_FOLLOWERS),
            quick.get(1));
  }

  private Cell cell(int servers, Scenario scenario) {
    return new Cell(system, servers, WRITERS, scenario, Trigger.PROGRESS);
  }

  @Override
  public CellProcedure procedure(ExperimentPlan plan, Laboratory laboratory) {
    return new HistoriesProcedure(plan.quick() ? QUICK_COMMANDS : COMMANDS, laboratory);
  }

  @Override
  public List<Section> sections(List<RunResult> results) {
    Table table =
        new Table(
            List.of(
                "scenario",
                "servers",
                "run",
                "killed at %",
                "acknowledged",
                "not acknowledged",
                "reads",
                "lost"));
    results.stream().filter(RunResult::valid).forEach(run -> table.add(row(run)));
    return Section.measured(
        new Section(
            "Histories with failures",
            "A checker judges the files in histories/: see docs/reference/benchmark-presets.md.",
            table));
  }

  private static List<String> row(RunResult run) {
    Map<String, Double> figures = run.figures();
    return List.of(
        run.scenario(),
        Integer.toString(run.servers()),
        Integer.toString(run.repeat()),
        run.kills().stream().map(HistoriesPreset::percent).collect(Collectors.joining(", ")),
        Long.toString(run.ops()),
        Long.toString(run.errorCount()),
        whole(figures.getOrDefault(HistoriesProcedure.READS, 0.0)),
        whole(figures.getOrDefault(HistoriesProcedure.LOST, 0.0)));
  }

  private static String percent(KillRecord kill) {
    return whole(PERCENT * kill.acknowledgedShare());
  }

  private static String whole(double number) {
    return String.format(Locale.ROOT, "%.0f", number);
  }
}

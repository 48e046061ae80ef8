package dev.flotilla.bench.harness.histories;

import dev.flotilla.bench.DataLostException;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.FaultSchedule;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Measurement;
import dev.flotilla.bench.harness.PaperTiming;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.RunningSystem;
import dev.flotilla.bench.harness.Scenario;
import dev.flotilla.bench.harness.Trigger;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The paper's failures, with clients that read while others insert; each run writes a history for
 * the checker in {@code system-tests/porcupine}. It measures no speed: reads and the recording
 * cost.
 *
 * <p>Flotilla only, since ZooKeeper's reads are not linearizable even after a {@code sync}.
 */
public final class HistoriesPreset {
  static final String NAME = "histories";

  /** Reads that were answered. */
  private static final String READS = "reads";

  /** Acknowledged commands that a later read did not find. */
  private static final String LOST = "lost";

  private static final int WRITERS = 5;
  private static final int READERS = 3;
  private static final int RUNS = 5;
  private static final int COMMANDS = 1_000;
  private static final int QUICK_COMMANDS = 300;
  private static final double PERCENT = 100;

  private HistoriesPreset() {}

  /** The preset for a system. */
  public static Preset of(String system) {
    return new Preset(
            NAME,
            plan -> cells(plan, system),
            (plan, laboratory) ->
                (cell, repeat, attempt) ->
                    measure(
                        cell,
                        repeat,
                        cell.label(repeat, attempt),
                        plan.quick() ? QUICK_COMMANDS : COMMANDS,
                        laboratory))
        .only(system, "records %s only, whose reads are linearizable".formatted(system))
        .validRuns(RUNS)
        .sections(HistoriesPreset::sections);
  }

  private static List<Cell> cells(ExperimentPlan plan, String system) {
    Cell one = cell(system, 3, Scenario.ONE_LEADER);
    Cell two = cell(system, 5, Scenario.FOLLOWER_AND_LEADER);
    return plan.quick()
        ? List.of(one, two)
        : List.of(
            cell(system, 3, Scenario.ONE_FOLLOWER),
            one,
            cell(system, 5, Scenario.TWO_FOLLOWERS),
            two);
  }

  private static Cell cell(String system, int servers, Scenario scenario) {
    return new Cell(system, servers, WRITERS, scenario, Trigger.PROGRESS);
  }

  /** Of a fresh cluster whose servers are killed as progress tells. */
  private static RunResult measure(
      Cell cell, int repeat, String label, int commands, Laboratory laboratory)
      throws IOException, InterruptedException {
    SystemUnderTest system = laboratory.systems().find(cell.system());
    Path history = laboratory.out().makeDirectory("histories").resolve(label + ".jsonl");
    Path data = laboratory.out().makeData(label);
    Measurement measured =
        laboratory.run(
            system,
            cell,
            Reconnection.DEFAULT,
            label,
            running -> {
              laboratory.progress().phase("recording");
              return record(running, cell, commands, history, data);
            });
    return laboratory.result(cell, repeat, system, measured);
  }

  /**
   * Valid if every command ended and every kill hit the workload.
   *
   * @throws DataLostException if an acknowledged command was lost; the history and the servers'
   *     data are left as they are
   */
  private static Measurement record(
      RunningSystem running, Cell cell, int commands, Path history, Path data)
      throws IOException, InterruptedException {
    running.connect(cell.clients() + READERS);
    Measurement measured =
        FaultSchedule.measure(
            running,
            PaperTiming.PAPER.kills(cell),
            commands,
            cell.clients(),
            (clients, observer) -> clients.record(commands, READERS, history, observer));
    HistoryScan scan = HistoryScan.of(history);
    if (!scan.lost().isEmpty()) {
      throw new DataLostException(
          "%s acknowledged commands are lost, the first is %s; see %s and %s"
              .formatted(scan.lost().size(), scan.lost().get(0), history, data));
    }
    boolean allEnded = measured.ended() == (long) commands * cell.clients();
    return measured
        .valid(allEnded && measured.kills().stream().noneMatch(KillRecord::afterEnd))
        .figures(Map.of(READS, (double) scan.reads(), LOST, (double) scan.lost().size()));
  }

  private static List<Section> sections(List<RunResult> results) {
    return Section.measured(
        List.of(
            new Section(
                "Histories with failures",
                "A checker judges the files in histories/: see"
                    + " docs/reference/benchmark-presets.md.",
                Table.of(results.stream().filter(RunResult::valid).toList())
                    .column("scenario", RunResult::scenario)
                    .column("servers", RunResult::servers)
                    .column("run", RunResult::repeat)
                    .column("killed at %", HistoriesPreset::killed)
                    .column("acknowledged", RunResult::ops)
                    .column("not acknowledged", RunResult::errorCount)
                    .column("reads", run -> figure(run, READS))
                    .column("lost", run -> figure(run, LOST)))));
  }

  private static String killed(RunResult run) {
    return run.kills().stream()
        .map(kill -> Repeats.text("%.0f", PERCENT * kill.acknowledgedShare()))
        .collect(Collectors.joining(", "));
  }

  private static String figure(RunResult run, String name) {
    return Repeats.text("%.0f", Repeats.valueOf(name).applyAsDouble(run));
  }
}

package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.report.PaperFindings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The paper's experiment: clusters of 1, 3 and 5 servers without failures, and of 3 and 5 with as
 * many failures as they tolerate, each timed by the paper's clock and by progress.
 */
final class PaperPreset {
  private static final int RUNS = 5;
  private static final List<Integer> CLIENTS = List.of(1, 5, 10, 25);
  private static final List<Integer> SIZES = List.of(1, 3, 5);
  private static final Map<Integer, List<Scenario>> FAILURES =
      Map.of(
          3, List.of(Scenario.ONE_FOLLOWER, Scenario.ONE_LEADER),
          5, List.of(Scenario.TWO_FOLLOWERS, Scenario.FOLLOWER_AND_LEADER));

  private PaperPreset() {}

  static Preset of(PaperTiming timing) {
    return new Preset(
            "paper",
            PaperPreset::cells,
            (plan, laboratory) -> new PaperProcedure(plan.systems(), timing, laboratory))
        .validRuns(RUNS)
        .conclusions(measured -> List.of(PaperFindings.of(measured)));
  }

  private static List<Cell> cells(ExperimentPlan plan) {
    List<Cell> cells = new ArrayList<>();
    if (plan.quick()) {
      add(cells, plan, 1, 5, Scenario.NO_FAILURE, Trigger.NONE);
      add(cells, plan, 3, 5, Scenario.NO_FAILURE, Trigger.NONE);
      add(cells, plan, 3, 5, Scenario.ONE_LEADER, Trigger.CLOCK);
      add(cells, plan, 3, 5, Scenario.ONE_LEADER, Trigger.PROGRESS);
      add(cells, plan, 5, 5, Scenario.FOLLOWER_AND_LEADER, Trigger.CLOCK);
      return cells;
    }
    for (Trigger trigger : Trigger.values()) {
      for (int size : SIZES) {
        for (Scenario scenario : scenarios(size, trigger)) {
          for (int clients : CLIENTS) {
            add(cells, plan, size, clients, scenario, trigger);
          }
        }
      }
    }
    return cells;
  }

  private static List<Scenario> scenarios(int size, Trigger trigger) {
    List<Scenario> failures = FAILURES.getOrDefault(size, List.of());
    if (trigger == Trigger.NONE) {
      return List.of(Scenario.NO_FAILURE);
    }
    if (trigger == Trigger.CLOCK || failures.isEmpty()) {
      return failures;
    }
    List<Scenario> withBaseline = new ArrayList<>(List.of(Scenario.NO_FAILURE));
    withBaseline.addAll(failures);
    return withBaseline;
  }

  /** The systems take turns. */
  private static void add(
      List<Cell> cells,
      ExperimentPlan plan,
      int servers,
      int clients,
      Scenario scenario,
      Trigger trigger) {
    plan.systems()
        .forEach(system -> cells.add(new Cell(system, servers, clients, scenario, trigger)));
  }
}

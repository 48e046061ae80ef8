package dev.flotilla.bench.harness;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.flotilla.LockServiceSystem;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The experiment of a comparison of Java libraries for Paxos: 3 servers run a reader/writer lock
 * service, and load generators of up to 80 clients are added until throughput falls.
 *
 * <p>It measures Flotilla only: the other systems of the benchmark have no such lock service.
 */
final class LockServicePreset implements Preset {
  static final String NAME = "lock-service";

  /** Throughput has fallen if it is below this share of the best before. */
  static final double FALL = 0.95;

  /** The most load generators. */
  static final int MOST_GENERATORS = 8;

  private static final String SYSTEM = "flotilla";
  private static final int SERVERS = 3;
  private static final int RUNS = 3;
  private static final int QUICK_GENERATORS = 3;
  private static final List<Integer> FEW_CLIENTS = List.of(10, 20, 40);
  private static final List<Integer> QUICK_FEW_CLIENTS = List.of(20);

  private final LockServiceTiming whole;
  private final LockServiceTiming quick;
  private final UnaryOperator<SystemUnderTest> service;

  LockServicePreset() {
    this(LockServiceTiming.PAPER, LockServiceTiming.QUICK, LockServiceSystem::new);
  }

  LockServicePreset(
      LockServiceTiming whole, LockServiceTiming quick, UnaryOperator<SystemUnderTest> service) {
    this.whole = whole;
    this.quick = quick;
    this.service = service;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> systems(List<String> asked) {
    if (!asked.contains(SYSTEM)) {
      throw new IllegalArgumentException(
          "--systems names %s; --preset %s measures %s only, since no other system has the lock"
                  .formatted(String.join(", ", asked), NAME, SYSTEM)
              + " service");
    }
    return List.of(SYSTEM);
  }

  /** The lock service listens on the loopback interface only. */
  @Override
  public boolean usesAgents() {
    return false;
  }

  @Override
  public int validRuns(ExperimentPlan plan) {
    return plan.quick() ? 1 : RUNS;
  }

  @Override
  public List<Cell> cells(ExperimentPlan plan) {
    List<Integer> clients = new ArrayList<>(plan.quick() ? QUICK_FEW_CLIENTS : FEW_CLIENTS);
    int most = plan.quick() ? QUICK_GENERATORS : MOST_GENERATORS;
    for (int generators = 1; generators <= most; generators++) {
      clients.add(generators * LockServiceProcedure.CLIENTS_PER_GENERATOR);
    }
    List<Cell> cells = new ArrayList<>();
    for (int count : clients) {
      for (String system : plan.systems()) {
        cells.add(new Cell(system, SERVERS, count, Scenario.NO_FAILURE, Trigger.NONE));
      }
    }
    return cells;
  }

  /** A generator is added unless throughput has fallen at the one before. */
  @Override
  public boolean isNeeded(Cell cell, int repeat, List<RunResult> results) {
    if (cell.clients() <= LockServiceProcedure.CLIENTS_PER_GENERATOR) {
      return true;
    }
    List<RunResult> smaller =
        results.stream()
            .filter(run -> run.valid() && run.repeat() == repeat)
            .filter(run -> run.system().equals(cell.system()) && run.clients() < cell.clients())
            .sorted(Comparator.comparingInt(RunResult::clients))
            .toList();
    return smaller.isEmpty() || !hasFallen(smaller);
  }

  private static boolean hasFallen(List<RunResult> byClients) {
    double best =
        byClients.stream().mapToDouble(RunResult::throughputOpsPerSec).max().orElseThrow();
    RunResult last = byClients.get(byClients.size() - 1);
    return last.throughputOpsPerSec() < FALL * best;
  }

  @Override
  public List<Section> sections(List<RunResult> results) {
    return new LockServiceSections(results).all();
  }

  @Override
  public CellProcedure procedure(ExperimentPlan plan, Laboratory laboratory) {
    return new LockServiceProcedure(plan.quick() ? quick : whole, service, laboratory);
  }
}

package dev.flotilla.bench.harness;

import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.flotilla.FlotillaVariants;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The experiment of a comparison of Java libraries for Paxos: 3 servers run a reader/writer lock
 * service, and load generators of up to 80 clients are added until throughput falls. A run has a
 * fresh cluster with its generators, a warm-up, and a fixed time of measurement without a pause
 * between them.
 *
 * <p>It measures Flotilla only: the other systems of the benchmark have no such lock service.
 */
final class LockServicePreset {
  static final String NAME = "lock-service";

  /** Throughput has fallen if it is below this share of the best before. */
  static final double FALL = 0.95;

  /** The most load generators. */
  static final int MOST_GENERATORS = 8;

  /** The most clients that one generator has. */
  static final int CLIENTS_PER_GENERATOR = 80;

  private static final int SERVERS = 3;
  private static final int RUNS = 3;
  private static final int QUICK_GENERATORS = 3;
  private static final List<Integer> FEW_CLIENTS = List.of(10, 20, 40);
  private static final List<Integer> QUICK_FEW_CLIENTS = List.of(20);

  private LockServicePreset() {}

  /**
   * How long a run takes.
   *
   * @param warmUpMin the shortest warm-up
   * @param warmUpMax the longest warm-up
   * @param measureSeconds how long it is measured
   */
  record Timing(Duration warmUpMin, Duration warmUpMax, int measureSeconds) {
    /** The paper's four minutes, after the warm-up of the steady mode. */
    static final Timing PAPER = new Timing(Duration.ofSeconds(25), Duration.ofSeconds(90), 240);

    /** Short enough for four cells in three minutes. */
    static final Timing QUICK = new Timing(Duration.ofSeconds(5), Duration.ofSeconds(5), 10);
  }

  static Preset ofThisCheckout() {
    return of(Timing.PAPER, Timing.QUICK, FlotillaVariants::lockService);
  }

  /**
   * The preset. The lock service listens on the loopback interface only.
   *
   * @param service makes the lock service of a system
   */
  static Preset of(Timing whole, Timing quick, UnaryOperator<SystemUnderTest> service) {
    return new Preset(
            NAME,
            LockServicePreset::cells,
            (plan, laboratory) ->
                (cell, repeat, attempt) ->
                    measure(
                        cell,
                        cell.label(repeat, attempt),
                        repeat,
                        plan.quick() ? quick : whole,
                        service,
                        laboratory))
        .only("flotilla", "measures flotilla only, since no other system has the lock service")
        .usesAgents(false)
        .validRuns(RUNS)
        .need(LockServicePreset::isNeeded)
        .sections(results -> new LockServiceSections(results).all());
  }

  private static List<Cell> cells(ExperimentPlan plan) {
    List<Integer> clients = new ArrayList<>(plan.quick() ? QUICK_FEW_CLIENTS : FEW_CLIENTS);
    int most = plan.quick() ? QUICK_GENERATORS : MOST_GENERATORS;
    for (int generators = 1; generators <= most; generators++) {
      clients.add(generators * CLIENTS_PER_GENERATOR);
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
  private static boolean isNeeded(Cell cell, int repeat, List<RunResult> results) {
    if (cell.clients() <= CLIENTS_PER_GENERATOR) {
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

  /** How many clients each generator has: as few generators as possible. */
  static List<Integer> generators(int clients) {
    List<Integer> each = new ArrayList<>();
    for (int left = clients; left > 0; left -= CLIENTS_PER_GENERATOR) {
      each.add(Math.min(left, CLIENTS_PER_GENERATOR));
    }
    return each;
  }

  /** Valid if the service served at all: errors under overload are a result. */
  private static RunResult measure(
      Cell cell,
      String label,
      int repeat,
      Timing timing,
      UnaryOperator<SystemUnderTest> service,
      Laboratory laboratory)
      throws IOException, InterruptedException {
    SystemUnderTest system = service.apply(laboratory.systems().find(cell.system()));
    List<Integer> generators = generators(cell.clients());
    List<String> names =
        IntStream.rangeClosed(1, generators.size()).mapToObj(i -> "generator-" + i).toList();
    WarmUp warmUp = new WarmUp(timing.warmUpMin, timing.warmUpMax);
    Measurement measured =
        laboratory.run(
            system,
            cell,
            Reconnection.DEFAULT,
            label,
            names,
            running -> {
              running.connect(generators);
              SteadyLoad load = new SteadyLoad(running, laboratory.progress(), warmUp);
              load.warmUp();
              Measurement loaded = load.measure(timing.measureSeconds, "measuring");
              running.stop();
              return loaded;
            });
    return laboratory.result(cell, repeat, system, measured.valid(measured.answers().ops() > 0));
  }
}

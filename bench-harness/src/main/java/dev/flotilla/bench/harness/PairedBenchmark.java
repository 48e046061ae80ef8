package dev.flotilla.bench.harness;

import dev.flotilla.bench.Placement;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.paired.ColdStart;
import dev.flotilla.bench.harness.paired.PairedPlan;
import dev.flotilla.bench.harness.paired.PairedWindows;
import dev.flotilla.bench.harness.paired.Window;
import dev.flotilla.bench.result.Environment;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Runs a plan in paired mode: for each size of cluster it starts all systems, brings one after the
 * other up to speed from cold, and then lets windows alternate between them. Another system warms
 * up first in each repeat, and another number of clients is measured first, so that what still
 * compiles after the warm-up does not fall on one of them.
 *
 * <p><b>Thread.</b> Everything happens on the thread that calls {@link #run}.
 */
final class PairedBenchmark {
  static final String WINDOWS = "windows.jsonl";
  private static final String COLD_STARTS = "cold-starts.jsonl";
  private static final double HALF = 0.5;
  private static final double NINETY_PERCENT = 0.9;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final BenchmarkPlan plan;
  private final PairedPlan paired;
  private final List<SystemUnderTest> systems;
  private final Placement placement;
  private final OutputDirectory out;
  private final Environment environment;
  private final PrintStream progress;
  private boolean clean = true;

  PairedBenchmark(
      BenchmarkPlan plan,
      PairedPlan paired,
      List<SystemUnderTest> systems,
      Placement placement,
      OutputDirectory out,
      Environment environment,
      PrintStream progress) {
    this.plan = plan;
    this.paired = paired;
    this.systems = List.copyOf(systems);
    this.placement = placement;
    this.out = out;
    this.environment = environment;
    this.progress = progress;
  }

  /**
   * Measures everything; each window is on disk before the next begins.
   *
   * @return whether every command was acknowledged
   */
  boolean run() throws IOException, InterruptedException {
    for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
      for (int servers : plan.servers()) {
        run(repeat, servers);
      }
    }
    return clean;
  }

  private void run(int repeat, int servers) throws IOException, InterruptedException {
    List<BenchmarkPlan.Session> sessions = sessions(repeat, servers);
    List<RunningSystem> running = new ArrayList<>();
    try {
      for (int i = 0; i < systems.size(); i++) {
        running.add(start(systems.get(i), sessions.get(i)));
      }
      warmUp(running, servers, repeat);
      PairedWindows windows = new PairedWindows(paired);
      for (int clients : rotated(plan.clients(), repeat)) {
        progress.printf(
            "repeat %s, %s servers, %s clients: %s rounds%n",
            repeat, servers, clients, paired.rounds());
        windows.measure(running, servers, clients, repeat, this::keep);
      }
    } finally {
      running.forEach(RunningSystem::close);
    }
    for (BenchmarkPlan.Session session : sessions) {
      out.deleteData(session.label());
    }
  }

  private List<BenchmarkPlan.Session> sessions(int repeat, int servers) {
    return plan.systems().stream()
        .map(name -> new BenchmarkPlan.Session(name, servers, plan.clients(), repeat))
        .toList();
  }

  private RunningSystem start(SystemUnderTest system, BenchmarkPlan.Session session)
      throws IOException, InterruptedException {
    return RunningSystem.start(
        system, session.servers(), Reconnection.DEFAULT, placement, out, session.label());
  }

  /** Each system alone, while the others idle. */
  private void warmUp(List<RunningSystem> running, int servers, int repeat)
      throws IOException, InterruptedException {
    for (RunningSystem system : rotated(running, repeat)) {
      ColdStart start = coldStart(system, servers, repeat);
      out.append(COLD_STARTS, start);
      progress.printf(
          "repeat %s, %s servers, %s: half speed after %s s, 90 %% after %s s%n",
          repeat, servers, start.system(), start.secondsToHalf(), start.secondsToNinetyPercent());
    }
  }

  /** The same order, but another one is first in each repeat. */
  private static <T> List<T> rotated(List<T> list, int repeat) {
    List<T> rotated = new ArrayList<>(list);
    Collections.rotate(rotated, 1 - repeat);
    return rotated;
  }

  private ColdStart coldStart(RunningSystem running, int servers, int repeat)
      throws IOException, InterruptedException {
    int clients = Collections.max(plan.clients());
    WarmUp warmUp = new WarmUp(plan.warmUpMin(), plan.warmUpMax());
    List<Long> opsPerSecond = new ArrayList<>();
    running.connect(clients);
    running.load(0);
    while (!warmUp.isOver()) {
      long ops = running.window(SECOND).ops();
      warmUp.add(ops);
      opsPerSecond.add(ops);
    }
    running.stop();
    running.requireAllServers();
    SystemUnderTest system =
        systems.stream()
            .filter(each -> each.name().equals(running.name()))
            .findFirst()
            .orElseThrow();
    return new ColdStart(
        system.name(),
        servers,
        clients,
        repeat,
        opsPerSecond,
        warmUp.result().flat(),
        ColdStart.secondsTo(HALF, opsPerSecond),
        ColdStart.secondsTo(NINETY_PERCENT, opsPerSecond),
        system.durability(),
        system.configuration(),
        environment);
  }

  private void keep(Window window) throws IOException {
    out.append(WINDOWS, window);
    clean &= window.errors().isEmpty();
  }
}

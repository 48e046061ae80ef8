package dev.flotilla.bench.harness;

import dev.flotilla.bench.HostLostException;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.result.Environment;
import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a plan: one session after another, so that only one system's processes exist at a time.
 *
 * <p><b>Thread.</b> Everything happens on the thread that calls {@link #run}.
 */
final class BenchmarkManager {
  private static final Duration WINDOW = Duration.ofSeconds(1);
  private static final int SETTLE_WINDOWS = 3;

  private final BenchmarkPlan plan;
  private final SystemCatalog systems;
  private final Site site;
  private final OutputDirectory out;
  private final Environment environment;
  private final List<RunResult> results = new ArrayList<>();
  private final List<LostRun> lost = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();

  BenchmarkManager(
      BenchmarkPlan plan,
      SystemCatalog systems,
      Site site,
      OutputDirectory out,
      Environment environment) {
    this.plan = plan;
    this.systems = systems;
    this.site = site;
    this.out = out;
    this.environment = environment;
  }

  /**
   * Measures everything; each result is on disk before the next begins. A session that loses a host
   * ends there; one that needs more hosts than are left is skipped.
   */
  void run(Progress progress) throws IOException, InterruptedException {
    for (BenchmarkPlan.Session session : plan.sessions()) {
      if (!site.placement().isEnoughFor(session.servers())) {
        skipped.add(session.label());
        continue;
      }
      try {
        run(session, progress);
      } catch (HostLostException e) {
        LostRun run =
            new LostRun(session.label(), session.servers(), String.valueOf(e.getMessage()));
        lost.add(run);
        out.append(LostRun.FILE, run);
        progress.lost(run);
      }
    }
  }

  /** Sessions that lost a host. */
  List<LostRun> lost() {
    return List.copyOf(lost);
  }

  /** Sessions for which too few hosts were left. */
  List<String> skipped() {
    return List.copyOf(skipped);
  }

  /** What has been measured so far, also after {@link #run} has failed. */
  List<RunResult> results() {
    return List.copyOf(results);
  }

  private void run(BenchmarkPlan.Session session, Progress progress)
      throws IOException, InterruptedException {
    progress.session(session.system() + ", " + session.servers() + " servers");
    SystemUnderTest system = systems.find(session.system());
    WarmUp warmUp = new WarmUp(plan.warmUpMin(), plan.warmUpMax());
    try (RunningSystem running =
        RunningSystem.start(
            system,
            session.servers(),
            Reconnection.DEFAULT,
            site.placement(),
            out,
            session.label())) {
      SteadyLoad steady = new SteadyLoad(running, progress, warmUp);
      if (plan.mode() == Mode.STEADY) {
        running.whileAllServersRun(() -> warmUp(running, steady, session.mostClients()));
      }
      for (int clients : session.clients()) {
        Measurement measured =
            running.whileAllServersRun(
                () ->
                    plan.mode() == Mode.STEADY
                        ? measureSteady(running, steady, clients)
                        : measureCold(running, clients));
        RunResult result = describe(session, system, clients, measured);
        results.add(result);
        out.append(result);
        progress.finished(result);
      }
    }
    out.deleteData(session.label());
  }

  /** Warms the cluster and the client process once, with the largest number of clients. */
  private static SteadyLoad warmUp(RunningSystem running, SteadyLoad steady, int mostClients)
      throws IOException, InterruptedException {
    running.connect(mostClients);
    steady.warmUp();
    running.stop();
    return steady;
  }

  /** After a moment in which the cell settles. */
  private Measurement measureSteady(RunningSystem running, SteadyLoad steady, int clients)
      throws IOException, InterruptedException {
    running.connect(clients);
    running.load(0);
    for (int i = 0; i < SETTLE_WINDOWS; i++) {
      running.window(WINDOW);
    }
    Measurement measured = steady.measure(plan.measure().toSeconds(), clients + " clients");
    running.stop();
    return measured;
  }

  /** As in the paper: every client inserts a fixed number of commands, with nothing before. */
  private Measurement measureCold(RunningSystem running, int clients)
      throws IOException, InterruptedException {
    running.connect(clients);
    Instant startedAt = Instant.now();
    CpuReading before = running.cpu();
    LoadResult load = running.clients().iterate(plan.iterations(), BenchmarkPlan.TRIM);
    return new Measurement(startedAt, before.until(running.cpu()), load).mode(Mode.PAPER);
  }

  private RunResult describe(
      BenchmarkPlan.Session session, SystemUnderTest system, int clients, Measurement measured) {
    Cell cell =
        new Cell(session.system(), session.servers(), clients, Scenario.NO_FAILURE, Trigger.NONE);
    return measured.result(
        "", cell, session.repeat(), system.durability(), system.configuration(), environment);
  }
}

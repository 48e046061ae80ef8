package dev.flotilla.bench.harness;

import dev.flotilla.bench.HostLostException;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.result.Environment;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a plan: one session after another, so that only one system's processes exist at a time.
 *
 * <p><b>Thread.</b> Everything happens on the thread that calls {@link #run}.
 */
final class BenchmarkManager {
  private static final String NO_FAILURES = "0E";
  private static final double NANOS_PER_SECOND = 1e9;

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
    Procedure procedure =
        plan.mode() == Mode.PAPER
            ? new PaperProcedure(plan.iterations())
            : new SteadyProcedure(plan, progress);
    try (RunningSystem running =
        RunningSystem.start(
            system,
            session.servers(),
            Reconnection.DEFAULT,
            site.placement(),
            out.makeData(session.label()),
            out.makeLogs(session.label()))) {
      Procedure prepared =
          running.whileAllServersRun(
              () -> {
                procedure.prepare(running, session.mostClients());
                return procedure;
              });
      for (int clients : session.clients()) {
        Measurement measured = running.whileAllServersRun(() -> prepared.measure(running, clients));
        RunResult result = describe(session, system, clients, measured);
        results.add(result);
        out.append(result);
        progress.finished(result);
      }
    }
    out.deleteData(session.label());
  }

  private RunResult describe(
      BenchmarkPlan.Session session, SystemUnderTest system, int clients, Measurement measured) {
    LoadResult load = measured.load();
    return new RunResult(
        session.system(),
        session.servers(),
        clients,
        NO_FAILURES,
        plan.mode().toString(),
        session.repeat(),
        load.ops(),
        load.errors(),
        load.throughputOpsPerSec(),
        LatencyMicros.of(load.latencies()),
        measured.cpu(),
        load.nanos() / NANOS_PER_SECOND,
        measured.opsPerSecond(),
        measured.warmUp(),
        measured.startedAt().toString(),
        system.durability(),
        system.configuration(),
        environment);
  }
}

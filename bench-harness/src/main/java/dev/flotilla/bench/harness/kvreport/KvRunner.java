package dev.flotilla.bench.harness.kvreport;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.Role;
import dev.flotilla.bench.client.IterationObserver;
import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.harness.CpuReading;
import dev.flotilla.bench.harness.RunningSystem;
import dev.flotilla.bench.harness.faults.LeaderCut;
import dev.flotilla.bench.harness.faults.LinkMatrix;
import dev.flotilla.bench.harness.faults.LinkSchedule;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.LatencyMicros;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Makes one run on a cluster that was just started. */
final class KvRunner {
  private static final int KEY_BYTES = 10;

  /** More matrices than a run can last. */
  private static final int CHAOS_STEPS = 150;

  private static final IterationObserver NOBODY = (acknowledged, sinceStart) -> {};

  private final RunningSystem running;
  private final Cluster cluster;
  private final KvExperiment experiment;
  private final KvReportSettings settings;
  private final int clients;
  private final int repeat;
  private final Map<String, Double> figures = new TreeMap<>();

  /**
   * Prepares a run.
   *
   * @param repeat the seed of whatever is random
   */
  KvRunner(
      RunningSystem running,
      KvExperiment experiment,
      KvReportSettings settings,
      int clients,
      int repeat) {
    this.running = running;
    this.cluster = running.cluster();
    this.experiment = experiment;
    this.settings = settings;
    this.clients = clients;
    this.repeat = repeat;
  }

  KvRun run() throws IOException, InterruptedException {
    List<KillRecord> kills = kill();
    running.clients().connect(clients);
    running.clients().sizes(KEY_BYTES, experiment.valueBytes());
    return switch (experiment.kind()) {
      case LOAD -> load();
      case KILLED -> puts(settings.commands(), NOBODY).finished(kills, 0, true);
      case RECONNECT -> reconnect();
      case CHAOS -> chaos();
    };
  }

  /** Random servers, one after the other, each after the group has a leader. */
  private List<KillRecord> kill() throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(repeat);
    List<KillRecord> kills = new ArrayList<>();
    for (int i = 0; i < experiment.killed(); i++) {
      int leader = cluster.serverWith(Role.LEADER);
      List<Integer> left = List.copyOf(cluster.servers().running());
      int victim = left.get(random.nextInt(left.size()));
      cluster.servers().kill(victim);
      Role role = victim == leader ? Role.LEADER : Role.FOLLOWER;
      kills.add(new KillRecord(role.toString(), victim, 0, 0, false));
    }
    if (!kills.isEmpty()) {
      int unused = cluster.serverWith(Role.LEADER);
    }
    return kills;
  }

  private KvRun load() throws IOException, InterruptedException {
    Puts puts = puts(settings.commands(), NOBODY);
    IterationResult gets = running.clients().read(settings.commands(), 0, NOBODY);
    LatencyMicros latency = LatencyMicros.of(gets.load().latencies());
    figures.put(KvRun.GET_MEAN_MICROS, latency.mean());
    figures.put(KvRun.GET_P99_MICROS, latency.p99());
    figures.put(KvRun.GET_OPS_PER_SEC, gets.load().throughputOpsPerSec());
    figures.put(KvRun.GET_ERRORS, (double) gets.load().errorCount());
    boolean allEnded = gets.ended() == (long) settings.commands() * clients;
    return puts.finished(List.of(), 0, allEnded);
  }

  private KvRun reconnect() throws IOException, InterruptedException {
    LeaderCut cut =
        new LeaderCut(cluster, (long) settings.commands() * clients, LinkMatrix::isolating);
    Puts puts = puts(settings.commands(), cut);
    cut.electionMillis().ifPresent(millis -> figures.put(KvRun.ELECTION_MILLIS, millis));
    cut.termBefore().ifPresent(term -> figures.put(KvRun.TERM_BEFORE, (double) term));
    putTermAfter();
    boolean isComplete = cut.cutMicros() > 0 && cut.electionMillis().isPresent();
    return puts.finished(List.of(), cut.cutMicros(), isComplete);
  }

  private KvRun chaos() throws IOException, InterruptedException {
    cluster
        .query()
        .highestTerm(cluster.servers().running())
        .ifPresent(term -> figures.put(KvRun.TERM_BEFORE, (double) term));
    LinkSchedule schedule = new LinkSchedule(cluster, matrices());
    Puts puts = puts(settings.chaosCommands(), schedule);
    schedule.mend();
    putTermAfter();
    return puts.finished(List.of(), 0, schedule.steps() > 0);
  }

  /** Each link has faults of its own, up to the worst, and others after a while. */
  private List<LinkSchedule.Step> matrices() {
    List<LinkSchedule.Step> steps = new ArrayList<>();
    for (int i = 0; i < CHAOS_STEPS; i++) {
      long seed = (long) repeat * CHAOS_STEPS + i;
      LinkMatrix matrix = LinkMatrix.random(experiment.servers(), seed, experiment.chaos());
      steps.add(new LinkSchedule.Step(settings.chaosStep().multipliedBy(i), matrix));
    }
    return steps;
  }

  private void putTermAfter() throws InterruptedException {
    cluster
        .query()
        .highestTerm(cluster.servers().running())
        .ifPresent(term -> figures.put(KvRun.TERM_AFTER, (double) term));
  }

  private Puts puts(int commands, IterationObserver observer)
      throws IOException, InterruptedException {
    Instant startedAt = Instant.now();
    CpuReading before = running.cpu();
    IterationResult result = running.clients().iterate(commands, 0, observer);
    return new Puts(startedAt, commands, result, before.until(running.cpu()));
  }

  private final class Puts {
    private final Instant startedAt;
    private final int commands;
    private final IterationResult result;
    private final CpuSeconds cpu;

    private Puts(Instant startedAt, int commands, IterationResult result, CpuSeconds cpu) {
      this.startedAt = startedAt;
      this.commands = commands;
      this.result = result;
      this.cpu = cpu;
    }

    /** The whole run. */
    KvRun finished(List<KillRecord> kills, long silenceFromMicros, boolean isComplete) {
      long end = TimeUnit.NANOSECONDS.toMicros(result.load().nanos());
      long silence = result.times().longestSilenceMicros(Math.min(silenceFromMicros, end), end);
      return new KvRun(
          startedAt,
          commands,
          result,
          kills,
          TimeUnit.MICROSECONDS.toMillis(silence),
          cpu,
          figures,
          isComplete);
    }
  }
}

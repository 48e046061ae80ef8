package dev.flotilla.bench.harness.kvreport;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.Role;
import dev.flotilla.bench.harness.faults.LeaderCut;
import dev.flotilla.bench.harness.faults.LinkMatrix;
import dev.flotilla.bench.harness.faults.LinkSchedule;
import dev.flotilla.bench.harness.store.StoreLoad;
import dev.flotilla.bench.harness.store.StoreRun;
import dev.flotilla.bench.result.KillRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What happens in one run of an experiment of the report. */
final class KvReportWork {
  /** More matrices than a run can last. */
  private static final int CHAOS_STEPS = 150;

  private static final Duration LONGEST_ELECTION = Duration.ofSeconds(30);

  private final KvExperiment experiment;
  private final KvReportSettings settings;
  private final StoreLoad load;

  KvReportWork(KvExperiment experiment, KvReportSettings settings, StoreLoad load) {
    this.experiment = experiment;
    this.settings = settings;
    this.load = load;
  }

  StoreRun run() throws IOException, InterruptedException {
    List<KillRecord> kills = kill();
    load.connect(experiment.valueBytes());
    return switch (experiment.kind()) {
      case LOAD, HOSTS -> putsAndGets();
      case KILLED -> load.puts(settings.commands(), StoreLoad.NOBODY).finished(kills, 0, true);
      case RECONNECT -> reconnect();
      case CHAOS -> chaos();
    };
  }

  /** Random servers, one after the other, each after the group has a leader. */
  private List<KillRecord> kill() throws IOException, InterruptedException {
    Cluster cluster = load.cluster();
    SplittableRandom random = new SplittableRandom(load.repeat());
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

  private StoreRun putsAndGets() throws IOException, InterruptedException {
    StoreLoad.Puts puts = load.puts(settings.commands(), StoreLoad.NOBODY);
    boolean allEnded = load.gets(settings.commands());
    return puts.finished(List.of(), 0, allEnded);
  }

  private StoreRun reconnect() throws IOException, InterruptedException {
    load.addTerm(StoreRun.TERM_BEFORE);
    LeaderCut cut =
        new LeaderCut(
            load.cluster(),
            (long) settings.commands() * load.clients(),
            LinkMatrix::isolating,
            LONGEST_ELECTION);
    StoreLoad.Puts puts = load.puts(settings.commands(), cut);
    cut.electionMillis().ifPresent(millis -> load.add(StoreRun.ELECTION_MILLIS, millis));
    load.addTerm(StoreRun.TERM_AFTER);
    boolean isComplete = cut.cutMicros() > 0 && cut.electionMillis().isPresent();
    return puts.finished(List.of(), cut.cutMicros(), isComplete);
  }

  private StoreRun chaos() throws IOException, InterruptedException {
    load.addTerm(StoreRun.TERM_BEFORE);
    LinkSchedule schedule = new LinkSchedule(load.cluster(), matrices());
    StoreLoad.Puts puts = load.puts(settings.chaosCommands(), schedule);
    schedule.mend();
    load.addTerm(StoreRun.TERM_AFTER);
    return puts.finished(List.of(), 0, schedule.steps() > 0);
  }

  /** Each link has faults of its own, up to the worst, and others after a while. */
  private List<LinkSchedule.Step> matrices() {
    List<LinkSchedule.Step> steps = new ArrayList<>();
    for (int i = 0; i < CHAOS_STEPS; i++) {
      long seed = (long) load.repeat() * CHAOS_STEPS + i;
      LinkMatrix matrix = LinkMatrix.random(experiment.servers(), seed, experiment.chaos());
      steps.add(new LinkSchedule.Step(settings.chaosStep().multipliedBy(i), matrix));
    }
    return steps;
  }
}

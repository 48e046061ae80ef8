package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.LinkFault;
import dev.flotilla.bench.Role;
import dev.flotilla.bench.harness.Measurement;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.faults.LeaderCut;
import dev.flotilla.bench.harness.faults.LinkMatrix;
import dev.flotilla.bench.harness.faults.LinkSchedule;
import dev.flotilla.bench.harness.flotilla.FlotillaVariants;
import dev.flotilla.bench.harness.flotilla.StoreReads;
import dev.flotilla.bench.harness.flotilla.StoreSystem;
import dev.flotilla.bench.result.KillRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The experiments of a report on a key-value store on Raft: 5, 9 and 15 servers on one host, values
 * of 10 to 100,000 bytes, killed servers, a leader that is cut off, and links that lose and delay
 * messages. With agents, 5, 9 and 15 servers on other hosts instead.
 *
 * <p>It measures Flotilla only, with the report's election timeout and heartbeat; gets ask any
 * server, which may be behind, as the report's do.
 *
 * @param commands puts of each client, and gets
 * @param chaosCommands puts of each client while links are bad
 * @param chaosStep how long a chaos matrix lasts before the next one
 */
public record KvReport(int commands, int chaosCommands, Duration chaosStep) {
  static final String NAME = "kv-report";

  /** The report's thousand. */
  static final KvReport WHOLE = new KvReport(1_000, 100, Duration.ofSeconds(2));

  /** Short enough for all quick experiments in three minutes. */
  static final KvReport QUICK = new KvReport(100, 20, Duration.ofSeconds(2));

  static final List<Integer> SERVERS = List.of(5, 9, 15);
  static final List<Integer> RECONNECT_SERVERS = List.of(5, 15);
  static final int FEW_SERVERS = 5;
  static final int KILL_SERVERS = 9;
  static final int MOST_KILLED = 4;
  static final int SMALL_VALUE_BYTES = 10;

  /** The sizes that the report compares; all other tables have the smallest. */
  static final List<Integer> VALUE_BYTES = List.of(SMALL_VALUE_BYTES, 100, 1_000, 10_000, 100_000);

  static final String HOSTS = "hosts";
  static final String RECONNECT = "reconnect";

  /** The worst faults of the links during the load. */
  static final List<LinkFault> CHAOS =
      List.of(
          new LinkFault(0.1, 0),
          new LinkFault(0.3, 0),
          new LinkFault(0.5, 0),
          new LinkFault(0.75, 0),
          new LinkFault(0.9, 0),
          new LinkFault(0.99, 0),
          new LinkFault(0, 50),
          new LinkFault(0.1, 50));

  private static final List<Integer> QUICK_VALUE_BYTES = List.of(SMALL_VALUE_BYTES, 100_000);

  /** More matrices than a run can last. */
  private static final int CHAOS_STEPS = 150;

  private static final Duration LONGEST_ELECTION = Duration.ofSeconds(30);

  /** The preset of this checkout. */
  public static Preset preset() {
    return preset(QUICK.experiments(), WHOLE.experiments());
  }

  static Preset preset(List<StoreExperiment> quick, List<StoreExperiment> whole) {
    return StorePreset.of(NAME, isQuick -> isQuick ? quick : whole)
        .sections(results -> new KvReportSections(results).all());
  }

  static String values(int bytes) {
    return "values-" + bytes;
  }

  static String killed(int servers) {
    return "killed-" + servers;
  }

  static String chaos(LinkFault most) {
    return "chaos-drop-%s-delay-%s".formatted(percent(most), most.delayMillis());
  }

  static long percent(LinkFault fault) {
    return Math.round(fault.dropProbability() * 100);
  }

  /** All experiments, in the order in which they are measured. */
  List<StoreExperiment> experiments() {
    List<StoreExperiment> all = new ArrayList<>();
    SERVERS.forEach(servers -> all.add(values(servers, SMALL_VALUE_BYTES)));
    VALUE_BYTES.stream()
        .filter(bytes -> bytes > SMALL_VALUE_BYTES)
        .forEach(bytes -> all.add(values(FEW_SERVERS, bytes)));
    for (int i = 0; i <= MOST_KILLED; i++) {
      int killed = i;
      all.add(
          experiment(
              killed(killed), KILL_SERVERS, killed == MOST_KILLED, load -> killed(load, killed)));
    }
    for (int servers : RECONNECT_SERVERS) {
      all.add(experiment(RECONNECT, servers, servers == FEW_SERVERS, this::reconnect));
    }
    for (LinkFault most : CHAOS) {
      boolean isQuick = most.dropProbability() > 0 && most.delayMillis() > 0;
      all.add(experiment(chaos(most), FEW_SERVERS, isQuick, load -> chaos(load, most)));
    }
    for (int servers : SERVERS) {
      all.add(
          new StoreExperiment(
              HOSTS,
              servers,
              servers == FEW_SERVERS,
              true,
              FlotillaVariants::keyValue,
              load -> putsAndGets(load, SMALL_VALUE_BYTES)));
    }
    return all;
  }

  private StoreExperiment values(int servers, int bytes) {
    boolean isQuick = servers == FEW_SERVERS && QUICK_VALUE_BYTES.contains(bytes);
    return experiment(values(bytes), servers, isQuick, load -> putsAndGets(load, bytes));
  }

  private static StoreExperiment experiment(
      String label, int servers, boolean isQuick, StoreExperiment.Work work) {
    return new StoreExperiment(
        label,
        servers,
        isQuick,
        false,
        StoreSystem.keyValue(FlotillaVariants.REPORT_TIMING).withReads(StoreReads.LOCAL)::of,
        work);
  }

  private Measurement putsAndGets(StoreLoad load, int valueBytes)
      throws IOException, InterruptedException {
    load.connect(valueBytes);
    return load.putsAndGets(commands);
  }

  private Measurement killed(StoreLoad load, int servers) throws IOException, InterruptedException {
    List<KillRecord> kills = kill(load, servers);
    load.connect(SMALL_VALUE_BYTES);
    return load.puts(commands, StoreLoad.NOBODY).finished(0, true).kills(kills);
  }

  /** Random servers, one after the other, each after the group has a leader. */
  private static List<KillRecord> kill(StoreLoad load, int servers)
      throws IOException, InterruptedException {
    Cluster cluster = load.cluster();
    SplittableRandom random = new SplittableRandom(load.repeat());
    List<KillRecord> kills = new ArrayList<>();
    for (int i = 0; i < servers; i++) {
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

  /** The leader is cut off from the other servers during puts. */
  private Measurement reconnect(StoreLoad load) throws IOException, InterruptedException {
    load.connect(SMALL_VALUE_BYTES);
    load.addTerm(StoreFigures.TERM_BEFORE);
    LeaderCut cut =
        new LeaderCut(load.cluster(), load.all(commands), LinkMatrix::isolating, LONGEST_ELECTION);
    StoreLoad.Puts puts = load.puts(commands, cut);
    cut.electionMillis().ifPresent(millis -> load.add(StoreFigures.ELECTION_MILLIS, millis));
    load.addTerm(StoreFigures.TERM_AFTER);
    boolean isComplete = cut.cutMicros() > 0 && cut.electionMillis().isPresent();
    return puts.finished(cut.cutMicros(), isComplete);
  }

  /** Each link has faults of its own during puts, up to the worst, and others after a while. */
  private Measurement chaos(StoreLoad load, LinkFault most)
      throws IOException, InterruptedException {
    load.connect(SMALL_VALUE_BYTES);
    load.addTerm(StoreFigures.TERM_BEFORE);
    LinkSchedule schedule =
        new LinkSchedule(
            load.cluster(),
            chaosStep,
            step -> {
              long seed = (long) load.repeat() * CHAOS_STEPS + Math.min(step, CHAOS_STEPS - 1);
              return LinkMatrix.random(FEW_SERVERS, seed, most);
            });
    StoreLoad.Puts puts = load.puts(chaosCommands, schedule);
    schedule.mend();
    load.addTerm(StoreFigures.TERM_AFTER);
    return puts.finished(0, schedule.steps() > 0);
  }
}

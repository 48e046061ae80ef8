package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Member;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.identity.LostEntriesNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Makes the faults of a schedule happen, ends them, and counts them. */
final class FaultInjector implements FaultTarget {
  private static final int LOSS_TRIES = 100;
  private static final long LOSS_PAUSE_NANOS = 7_300_000;
  private static final long MAX_STOPPED_NANOS = 200_000_000;

  /** Longer than a server that writes can be without a force. */
  private static final long FAILING_NANOS = 5_000_000_000L;

  private final EventQueue agenda;
  private final SplittableRandom random;
  private final Servers servers;
  private final SimulatedNetwork network;
  private final Membership membership;
  private final Trace trace;
  private final Map<String, Integer> injected = new TreeMap<>();
  private final List<Consumer<SimulatedServer>> awaitingLeader = new ArrayList<>();
  private final List<Consumer<SimulatedServer>> awaitingDecision = new ArrayList<>();
  private final List<Consumer<SimulatedServer>> awaitingCampaigns = new ArrayList<>();
  private final long[] campaignTerms = new long[Simulation.MAX_SERVERS];
  private MemoryDisk.Force usualForce = MemoryDisk.Force.WORKS;
  private int lastLeader;
  private boolean over;

  /** The servers, as far as faults and changes of members need them. */
  interface Servers {
    List<SimulatedServer> all();

    /** One more, with an empty disk, under a new id or that of one that is lost; it is down. */
    SimulatedServer add(Optional<Member> inPlaceOf);

    /** Starts a server that is down. */
    void start(SimulatedServer server);

    /** Has a client ask a server a question. */
    void ask(SimulatedServer server);
  }

  FaultInjector(
      EventQueue agenda,
      SplittableRandom random,
      Servers servers,
      SimulatedNetwork network,
      Membership membership,
      Trace trace) {
    this.agenda = agenda;
    this.random = random;
    this.servers = servers;
    this.network = network;
    this.membership = membership;
    this.trace = trace;
  }

  /** What the disks do when no fault is under way. */
  void usually(MemoryDisk.Force force) {
    usualForce = force;
    servers().forEach(server -> server.disk.plant(force));
  }

  void plan(FaultSchedule schedule) {
    for (FaultSchedule.Item item : schedule.items()) {
      agenda.at(item.atNanos(), () -> inject(item.fault()));
    }
  }

  /** How many of each kind, how many processes ended at which moment, and what was asked for. */
  Map<String, Integer> counts() {
    Map<String, Integer> all = new TreeMap<>(injected);
    all.putAll(membership.counts());
    return all;
  }

  /** A server has come into office. */
  void led(SimulatedServer leader) {
    lastLeader = leader.number;
    tell(awaitingLeader, leader);
  }

  /** A leader is the first to have decided something in its term. */
  void decided(SimulatedServer leader) {
    tell(awaitingDecision, leader);
  }

  private static void tell(List<Consumer<SimulatedServer>> once, SimulatedServer leader) {
    List<Consumer<SimulatedServer>> waiting = List.copyOf(once);
    once.clear();
    waiting.forEach(action -> action.accept(leader));
  }

  /** One of the loops of a server has run. */
  void pumped(SimulatedServer server, NodeStatus status) {
    if (status.role() == Role.CANDIDATE && campaignTerms[server.number] < status.term()) {
      campaignTerms[server.number] = status.term();
      List.copyOf(awaitingCampaigns).forEach(action -> action.accept(server));
    }
  }

  /**
   * Ends every fault: disks work, ways are open, clocks run right, and who is down starts. Whose
   * disk is damaged stays out.
   */
  void heal() {
    over = true;
    membership.rest();
    network.heal();
    for (SimulatedServer server : servers()) {
      repair(server);
      server.disk.stopAfter(Long.MAX_VALUE);
      server.runClockAt(1);
      if (!server.isUp() && !server.isDamaged()) {
        servers.start(server);
      }
      server.resume();
    }
  }

  /**
   * A server has stopped because of a fault of its disk: the process is gone, or the whole machine,
   * and comes back.
   */
  void stopped(SimulatedServer server) {
    if (server.isForgetful() || hasNotedLoss(server)) {
      // It has found out, and never runs again as who it was: another takes its place.
      count(server.isForgetful() ? "lost tail found" : "log cut short by lies");
      end(server);
      server.loseDisk();
      return;
    }
    long downNanos = 1 + random.nextLong(MAX_STOPPED_NANOS);
    if (random.nextBoolean()) {
      kill(server, downNanos);
    } else {
      crash(server, MemoryDisk.Loss.SUBSET, downNanos);
    }
  }

  /** Whether a leader has shown that its log lacks what it had confirmed, and it has noted that. */
  private static boolean hasNotedLoss(SimulatedServer server) {
    return server.disk.names().contains(LostEntriesNote.FILE);
  }

  @Override
  public List<SimulatedServer> servers() {
    return servers.all();
  }

  @Override
  public SimulatedServer server(int number) {
    return servers().get(number == Fault.LEADER ? lastLeader : number % servers().size());
  }

  @Override
  public SimulatedNetwork network() {
    return network;
  }

  @Override
  public long someOf(long nanos) {
    return 1 + random.nextLong(nanos);
  }

  @Override
  public void crash(SimulatedServer server, MemoryDisk.Loss loss, long downNanos) {
    end(server);
    // Between a damage and the next start there is no power cut: see Fault.FlippedBits.
    if (!server.isSuspect()) {
      server.disk.lose(loss, random);
    }
    comeBack(server, downNanos);
  }

  @Override
  public void kill(SimulatedServer server, long downNanos) {
    end(server);
    comeBack(server, downNanos);
  }

  @Override
  public void flip(SimulatedServer server, double where, int bits, long downNanos) {
    if (!server.isUp()) {
      // Its power may have been cut: see Fault.FlippedBits.
      return;
    }
    kill(server, downNanos);
    Damage damage = Damage.at(server.disk, where, bits);
    if (server.isSuspect() || server.isDamaged()) {
      return;
    }
    if (damage.isBorne(server.disk, server.promisedIndex(), random.split())) {
      count("damage borne");
    } else if (membership.maySpare(server)) {
      // It stays out, and another takes its place.
      count("damage refused");
    } else {
      return;
    }
    damage.strike(server.disk);
    server.suspect();
  }

  @Override
  public void failForces(SimulatedServer server) {
    int life = server.life();
    server.disk.plant(MemoryDisk.Force.FAILS);
    later(
        FAILING_NANOS,
        () -> {
          if (server.life() == life) {
            server.disk.plant(usualForce);
          }
        });
  }

  @Override
  public void loseTail(SimulatedServer server, OlderLog log, long downNanos) {
    loseTail(server, log, downNanos, LOSS_TRIES);
  }

  /** Tries again until enough others hold what is lost: while clients write, that is a moment. */
  private void loseTail(SimulatedServer server, OlderLog log, long downNanos, int tries) {
    boolean isBorne =
        server.isUp()
            && server.isSound()
            && server.mayHoldState()
            && membership.maySpare(server)
            && log.isBorne(server, servers(), random.split());
    if (!isBorne) {
      if (tries > 1) {
        later(LOSS_PAUSE_NANOS, () -> loseTail(server, log, downNanos, tries - 1));
      }
      return;
    }
    count("tail lost");
    end(server);
    server.putBack(log);
    comeBack(server, downNanos);
  }

  @Override
  public void loseDisk(SimulatedServer server) {
    if (server.isSound() && membership.maySpare(server)) {
      end(server);
      server.loseDisk();
      count("disk lost");
    }
  }

  @Override
  public void wish(Fault.Members members) {
    membership.wish(members);
  }

  @Override
  public void handOver(Optional<SimulatedServer> heir) {
    membership.handOver(heir);
  }

  @Override
  public void isolate(Predicate<SimulatedServer> some, long nanos) {
    later(nanos, shutOut(some));
  }

  @Override
  public Runnable shutOut(Predicate<SimulatedServer> some) {
    List<Runnable> mends = new ArrayList<>();
    for (SimulatedServer from : servers()) {
      for (SimulatedServer to : servers()) {
        if (some.test(from) != some.test(to)) {
          network.cut(from.number, to.number);
          mends.add(() -> network.mend(from.number, to.number));
        }
      }
    }
    return () -> {
      mends.forEach(Runnable::run);
      mends.clear();
    };
  }

  @Override
  public void mute(int number, long nanos) {
    for (SimulatedServer to : servers()) {
      network.cut(number, to.number);
      later(nanos, () -> network.mend(number, to.number));
    }
  }

  @Override
  public void ask(SimulatedServer server) {
    servers.ask(server);
  }

  @Override
  public void onceLed(Consumer<SimulatedServer> action) {
    awaitingLeader.add(unlessOver(action));
  }

  @Override
  public void onceDecided(Consumer<SimulatedServer> action) {
    awaitingDecision.add(unlessOver(action));
  }

  @Override
  public void onCampaign(long nanos, Consumer<SimulatedServer> action) {
    Consumer<SimulatedServer> added = unlessOver(action);
    awaitingCampaigns.add(added);
    later(nanos, () -> awaitingCampaigns.remove(added));
  }

  private Consumer<SimulatedServer> unlessOver(Consumer<SimulatedServer> action) {
    return server -> {
      if (!over) {
        action.accept(server);
      }
    };
  }

  @Override
  public void later(long nanos, Runnable action) {
    agenda.after(
        nanos,
        () -> {
          if (!over) {
            action.run();
          }
        });
  }

  private void inject(Fault fault) {
    if (over) {
      return;
    }
    trace.event(agenda.nowNanos(), fault.toString());
    count(fault.kind());
    fault.strike(this);
  }

  private void end(SimulatedServer server) {
    if (server.isUp()) {
      count("end " + server.moment());
    }
    server.die();
  }

  private void count(String what) {
    injected.merge(what, 1, Integer::sum);
  }

  private void comeBack(SimulatedServer server, long downNanos) {
    int life = server.life();
    later(
        downNanos,
        () -> {
          if (server.life() == life && !server.isUp() && !server.isDamaged()) {
            repair(server);
            servers.start(server);
          }
        });
  }

  private void repair(SimulatedServer server) {
    server.disk.plant(usualForce);
    server.disk.fillUpAfter(Long.MAX_VALUE);
    server.failReadAfter(Integer.MAX_VALUE);
  }
}

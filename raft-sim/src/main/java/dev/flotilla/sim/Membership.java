package dev.flotilla.sim;

import dev.flotilla.node.RaftNode;
import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The operator of a cluster: has its members changed when that is wished, and puts another server
 * with the same id in the place of each whose disk is lost. It asks whoever says that it leads,
 * again and again, as people do.
 */
final class Membership {
  private static final int MAX_LOOK_NANOS = 60_000_000;

  /** So long it waits for an answer before it asks again. */
  private static final long PATIENCE_NANOS = 700_000_000;

  private final EventQueue agenda;
  private final SplittableRandom random;
  private final FaultInjector.Servers servers;
  private final Electorates electorates;
  private final Map<String, Integer> counts = new TreeMap<>();

  /** Who came into the place of whom. */
  private final Map<Member, Member> successors = new TreeMap<>();

  /** What a leader may still make of a request, also when another has taken its place since. */
  private final List<Asked> asked = new ArrayList<>();

  private Optional<Fault.Members> wish = Optional.empty();
  private @Nullable Configuration target;
  private long askedUntilNanos;
  private boolean resting;

  /** A request for a change that is not answered yet; it ends with the leader's process. */
  private record Asked(SimulatedServer leader, int life, Configuration wanted) {}

  Membership(
      EventQueue agenda,
      SplittableRandom random,
      FaultInjector.Servers servers,
      Electorates electorates) {
    this.agenda = agenda;
    this.random = random;
    this.servers = servers;
    this.electorates = electorates;
  }

  /** Begins to look after the cluster. */
  void start() {
    look();
  }

  /** Asks for nothing more; what was asked for may still be made. */
  void rest() {
    resting = true;
  }

  /** How often what was asked for, and what came of it. */
  Map<String, Integer> counts() {
    return counts;
  }

  void wish(Fault.Members members) {
    wish = Optional.of(members);
  }

  void handOver(Optional<SimulatedServer> heir) {
    leader()
        .ifPresent(
            leader -> {
              node(leader).transferLeadership(heir.map(SimulatedServer::member), this::handedOver);
              leader.touch();
            });
  }

  private void handedOver(HandoverOutcome outcome) {
    count("handover " + outcome.getClass().getSimpleName());
  }

  /** Whether what is left without a server would still be a majority, whatever comes to govern. */
  boolean maySpare(SimulatedServer server) {
    asked.removeIf(it -> it.leader().life() != it.life());
    return electorates.maySpare(server, servers.all())
        && (target == null || electorates.maySpare(server, target, servers.all()))
        && asked.stream().allMatch(it -> electorates.maySpare(server, it.wanted(), servers.all()));
  }

  /** The members, as who leads sees them, that hold the state; empty while nobody leads. */
  List<SimulatedServer> holders() {
    Optional<Configuration> now = leader().map(it -> node(it).status().configuration());
    return servers.all().stream()
        .filter(it -> !it.isDamaged())
        .filter(it -> now.filter(set -> set.isMember(it.member())).isPresent())
        .filter(it -> !now.orElseThrow().isWitness(it.member()))
        .toList();
  }

  private void look() {
    if (resting) {
      return;
    }
    if (agenda.nowNanos() >= askedUntilNanos) {
      leader().ifPresent(this::direct);
    }
    agenda.after(1 + random.nextInt(MAX_LOOK_NANOS), this::look);
  }

  /** Who leads, as far as anybody can see: several may say that they do. */
  private Optional<SimulatedServer> leader() {
    return servers.all().stream()
        .filter(it -> it.node().filter(node -> node.status().isLeading()).isPresent())
        .max(Comparator.comparingLong(it -> node(it).status().term()));
  }

  private void direct(SimulatedServer leader) {
    Configuration now = node(leader).status().configuration();
    Configuration base = aimOf(target == null ? now : target);
    Configuration repaired = repaired(base);
    if (!repaired.equals(base)) {
      count("asked to replace");
      target = repaired;
    } else if (wish.isPresent()) {
      // Of a wish that is not fulfilled yet the next one takes the place.
      Configuration wished = new Reform(random, servers, this::isLost).of(wish.get(), aimOf(now));
      wish = Optional.empty();
      // Who makes a server that may be damaged the only voter has lost the group himself.
      if (Electorates.isSound(wished, servers.all())) {
        count("asked to change");
        target = wished;
      }
    }
    if (target != null) {
      ask(leader, target);
    }
  }

  private void ask(SimulatedServer leader, Configuration wanted) {
    Asked question = new Asked(leader, leader.life(), wanted);
    asked.add(question);
    servers.all().stream()
        .filter(it -> wanted.isWitness(it.member()))
        .forEach(SimulatedServer::holdNoState);
    askedUntilNanos = agenda.nowNanos() + PATIENCE_NANOS;
    node(leader)
        .changeMembers(
            now -> wanted,
            outcome -> {
              asked.remove(question);
              if (leader.life() == question.life()) {
                answered(wanted, outcome);
              }
            });
    leader.touch();
  }

  private void answered(Configuration wanted, MembershipOutcome outcome) {
    askedUntilNanos = Math.min(askedUntilNanos, agenda.nowNanos());
    count("change " + outcome.getClass().getSimpleName());
    boolean isDone =
        outcome instanceof MembershipOutcome.Done done && done.configuration().equals(wanted);
    if (isDone && wanted.equals(target)) {
      count("now " + wanted.voters().size() + " voters");
      target = null;
    }
  }

  /** Where a change leads to that is under way. */
  private static Configuration aimOf(Configuration now) {
    List<Member> voters = now.goal().isEmpty() ? now.voters() : now.goal();
    List<Member> learners =
        now.standingLearners().stream().filter(it -> !voters.contains(it)).toList();
    return Reform.configuration(voters, learners, now.witnesses());
  }

  /** The same with others in the place of those that are lost. */
  private Configuration repaired(Configuration now) {
    return Reform.configuration(
        now.voters().stream().map(this::present).toList(),
        now.learners().stream().map(this::present).toList(),
        now.witnesses().stream().map(this::present).toList());
  }

  private Member present(Member member) {
    Member here = member;
    while (successors.containsKey(here)) {
      here = successors.get(here);
    }
    if (isLost(here) && servers.all().size() < Simulation.MAX_SERVERS) {
      SimulatedServer next = servers.add(Optional.of(here));
      if (!next.member().equals(here)) {
        successors.put(here, next.member());
      }
      here = next.member();
      servers.start(next);
    }
    return here;
  }

  private boolean isLost(Member member) {
    return servers.all().stream()
        .filter(it -> it.member().equals(member))
        .reduce((earlier, later) -> later)
        .filter(SimulatedServer::isDamaged)
        .isPresent();
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private static RaftNode node(SimulatedServer server) {
    return server.node().orElseThrow();
  }
}

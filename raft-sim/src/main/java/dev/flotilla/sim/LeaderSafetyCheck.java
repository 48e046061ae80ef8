package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Keeps account of what every leader decides, and asks at every such step whether it is safe from
 * every election to come (Raft §5.4.2), so that a bug need not wait for the crash that would bring
 * it to light. While the members change, that is not asked.
 */
final class LeaderSafetyCheck {
  private final Map<Long, Office> offices = new HashMap<>();
  private final @Nullable Seen[] seen = new @Nullable Seen[Simulation.MAX_SERVERS];
  private final @Nullable Down[] down = new @Nullable Down[Simulation.MAX_SERVERS];
  private final Invariants invariants;
  private final Acknowledgements acknowledgements;
  private final SplittableRandom random;

  /** What is known of one term. */
  private static final class Office {
    /** The leader's log, as far as it was sent: of each index the term. */
    final Map<Long, Long> terms = new HashMap<>();

    LogPosition committed = LogPosition.ORIGIN;
    long inheritedIndex;
  }

  /** A server after the loop before. */
  private record Seen(int life, long term, Role role, Configuration configuration) {
    boolean leads(long someTerm) {
      return role == Role.LEADER && term == someTerm;
    }

    /** Whether it is the same process, and the members were and are the same. */
    boolean isAsSettledAs(@Nullable Seen before) {
      return before != null
          && before.life == life
          && before.configuration.equals(configuration)
          && !configuration.isJoint();
    }
  }

  /** Where the log of a server ends that is down. */
  private record Down(int life, LogPosition last) {}

  LeaderSafetyCheck(
      Invariants invariants, Acknowledgements acknowledgements, SplittableRandom random) {
    this.invariants = invariants;
    this.acknowledgements = acknowledgements;
    this.random = random;
  }

  void sent(Message message) {
    if (message instanceof AppendEntries append) {
      Office office = office(append.term());
      for (Entry entry : append.entries()) {
        office.terms.put(entry.index(), entry.term());
      }
    }
  }

  private Office office(long term) {
    return offices.computeIfAbsent(term, it -> new Office());
  }

  /**
   * Checks a server after one of its loops has run.
   *
   * @return whether it has just committed something for the first time in its term
   */
  boolean check(SimulatedServer server, NodeStatus status, List<SimulatedServer> all) {
    requireInLog(server, status);
    Seen before = seen[server.number];
    Seen now = new Seen(server.life(), status.term(), status.role(), status.configuration());
    seen[server.number] = now;
    if (status.role() != Role.LEADER) {
      return false;
    }
    Office office = office(status.term());
    if (before == null || !before.leads(status.term())) {
      // What it knows to be committed when it comes into office, others have committed.
      office.inheritedIndex = status.commitIndex();
    }
    boolean isFirst = office.committed.index() == 0;
    Long term = office.terms.get(status.commitIndex());
    // What was sent to nobody is committed by one that leads alone.
    if (term == null
        || status.commitIndex() <= Math.max(office.inheritedIndex, office.committed.index())) {
      return false;
    }
    office.committed = new LogPosition(status.commitIndex(), term);
    invariants.decided(status.term(), office.committed);
    if (now.isAsSettledAs(before)) {
      requireUnbeatable(status, office.committed, all);
    }
    return isFirst;
  }

  private static void requireInLog(SimulatedServer server, NodeStatus status) {
    if (status.durableIndex() > status.lastIndex()) {
      throw new Violation(
          "durable-means-in-the-log",
          "server %s says that %s is durable, and its log ends at %s"
              .formatted(server.number, status.durableIndex(), status.raft().last()));
    }
  }

  /**
   * Raft §5.4.2: whoever lacks what is committed lacks a majority that would vote for it. Looked
   * into for those that have not acknowledged it, and whose logs seem good enough.
   */
  private void requireUnbeatable(
      NodeStatus status, LogPosition committed, List<SimulatedServer> all) {
    Configuration members = status.configuration();
    List<SimulatedServer> voters =
        all.stream()
            .filter(it -> members.isVoter(it.member()))
            .filter(LeaderSafetyCheck::isSound)
            .toList();
    for (SimulatedServer rival : voters) {
      // One whose log ends in the same term, and not before it, holds it by log matching.
      if (!rival.member().equals(status.self())
          && !acknowledgements.has(rival.member(), status.term(), committed.index())
          && lastOf(rival).term() > committed.term()) {
        requireNoMajority(rival, committed, members, voters);
      }
    }
  }

  private void requireNoMajority(
      SimulatedServer rival,
      LogPosition committed,
      Configuration members,
      List<SimulatedServer> voters) {
    LogPosition last;
    try (Holdings there = Holdings.of(rival, random)) {
      last = there.last();
      if (last.term() <= committed.term() || there.holds(committed)) {
        return;
      }
    } catch (IOException e) {
      throw new Violation("recovery", "server %s: %s".formatted(rival.number, e));
    }
    long votes =
        voters.stream().filter(it -> it == rival || lastOf(it).compareTo(last) <= 0).count();
    if (2 * votes > members.voters().size()) {
      throw new Violation(
          "committed-means-safe-from-elections",
          "%s is committed, and server %s, whose log ends at %s without it, could win %s of %s"
              .formatted(committed, rival.number, last, votes, members.voters()));
    }
  }

  private static boolean isSound(SimulatedServer server) {
    return !server.isDamaged() && !server.isSuspect();
  }

  private LogPosition lastOf(SimulatedServer server) {
    if (server.node().isPresent()) {
      return server.node().get().status().raft().last();
    }
    Down known = down[server.number];
    if (known == null || known.life() != server.life()) {
      try (Holdings there = Holdings.of(server, random)) {
        known = new Down(server.life(), there.last());
        down[server.number] = known;
      } catch (IOException e) {
        throw new Violation("recovery", "server %s: %s".formatted(server.number, e));
      }
    }
    return known.last();
  }
}

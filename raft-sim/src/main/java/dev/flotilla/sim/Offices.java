package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.Entry;
import dev.flotilla.raft.LogPosition;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps account of what every leader may rest on, from what the others have sent: who voted in its
 * term, and up to where each has acknowledged in that term. A leader that comes into office, or
 * commits more, must be covered by a majority (Raft §5.2, §5.3), and what it commits must be safe
 * from every election to come (Raft §5.4.2). That is asked at every such step, so that a bug need
 * not wait for the crash that would bring it to light.
 *
 * <p>While the members change, it says nothing: {@link Promises} does.
 */
final class Offices {
  /** Pieces that are remembered; older ones are not answered any more. */
  private static final int MAX_PIECES = 1_000;

  private final Map<Long, Office> offices = new HashMap<>();
  private final Map<Piece, Long> pieces = new LinkedHashMap<>();
  private final @Nullable Seen[] seen = new @Nullable Seen[Simulation.MAX_SERVERS];
  private final @Nullable Down[] down = new @Nullable Down[Simulation.MAX_SERVERS];
  private final Invariants invariants;
  private final SplittableRandom random;
  private long decidedIndex;

  /** What is known of one term. */
  private static final class Office {
    final Map<Member, Member> votes = new HashMap<>();
    final Map<Member, Long> acknowledged = new HashMap<>();

    /** The leader's log, as far as it was sent: of each index the term. */
    final Map<Long, Long> terms = new HashMap<>();

    LogPosition committed = LogPosition.ORIGIN;
    long inheritedIndex;

    boolean hasAcknowledged(Member member, long index) {
      return acknowledged.getOrDefault(member, 0L) >= index;
    }
  }

  private record Piece(Member leader, Member follower, long sequence) {}

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

  Offices(Invariants invariants, SplittableRandom random) {
    this.invariants = invariants;
    this.random = random;
  }

  /** The highest index that any leader has committed. */
  long decidedIndex() {
    return decidedIndex;
  }

  void sent(Member from, Member to, Message message) {
    if (message instanceof AppendEntries append) {
      Office office = office(append.term());
      for (Entry entry : append.entries()) {
        office.terms.put(entry.index(), entry.term());
      }
    } else if (message instanceof InstallSnapshot piece) {
      remember(new Piece(from, to, piece.sequence()), piece.snapshot().last().index());
    } else if (message instanceof RequestVoteResponse vote && vote.voteGranted()) {
      voted(from, to, vote.term());
    } else if (message instanceof RequestVote request) {
      voted(from, from, request.term());
    } else if (message instanceof AppendEntriesResponse answer && answer.success()) {
      acknowledged(from, answer.term(), answer.hint().index());
    } else if (message instanceof InstallSnapshotResponse answer && answer.done()) {
      long last = pieces.getOrDefault(new Piece(to, from, answer.sequence()), 0L);
      acknowledged(from, answer.term(), last);
    }
  }

  /** Raft §5.2: each votes once in a term, and who asks for votes has given itself its own. */
  private void voted(Member voter, Member candidate, long term) {
    Member before = office(term).votes.putIfAbsent(voter, candidate);
    if (before != null && !before.equals(candidate)) {
      throw new Violation(
          "one-vote-per-term",
          "%s votes for %s in term %d, after %s".formatted(voter, candidate, term, before));
    }
  }

  private void acknowledged(Member from, long term, long index) {
    office(term).acknowledged.merge(from, index, Math::max);
  }

  private void remember(Piece piece, long last) {
    pieces.put(piece, last);
    if (pieces.size() > MAX_PIECES) {
      pieces.remove(pieces.keySet().iterator().next());
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
    boolean isSettled = now.isAsSettledAs(before);
    Office office = office(status.term());
    if (before == null || !before.leads(status.term())) {
      // What it knows to be committed when it comes into office, others have committed.
      office.inheritedIndex = status.commitIndex();
      if (isSettled) {
        requireElected(server, status);
      }
    }
    boolean isFirst = office.committed.index() == 0;
    Long term = office.terms.get(status.commitIndex());
    // What was sent to nobody is committed by one that leads alone.
    if (term == null
        || status.commitIndex() <= Math.max(office.inheritedIndex, office.committed.index())) {
      return false;
    }
    office.committed = new LogPosition(status.commitIndex(), term);
    decidedIndex = Math.max(decidedIndex, status.commitIndex());
    invariants.decided(status.term(), office.committed);
    if (isSettled) {
      requireAcknowledged(server, status, office);
      requireUnbeatable(status, office, all);
    }
    return isFirst;
  }

  private static void requireInLog(SimulatedServer server, NodeStatus status) {
    if (status.durableIndex() > status.lastIndex()) {
      throw new Violation(
          "durable-means-in-the-log",
          "server %d says that %d is durable, and its log ends at %s"
              .formatted(server.number, status.durableIndex(), status.raft().last()));
    }
  }

  /** Raft §5.2: a leader has the votes of a majority, all of its own term. */
  private void requireElected(SimulatedServer server, NodeStatus status) {
    Map<Member, Member> votes = office(status.term()).votes;
    requireMajority(
        "elected-means-by-a-majority",
        "server %d leads in term %d".formatted(server.number, status.term()),
        status.configuration().voters(),
        it -> it.equals(server.member()) || server.member().equals(votes.get(it)));
  }

  /** Raft §5.3: what is committed, a majority has acknowledged in this very term. */
  private static void requireAcknowledged(
      SimulatedServer server, NodeStatus status, Office office) {
    long index = office.committed.index();
    requireMajority(
        "committed-means-acknowledged-by-a-majority",
        "server %d commits %s in term %d".formatted(server.number, office.committed, status.term()),
        status.configuration().voters(),
        it ->
            it.equals(server.member())
                ? status.durableIndex() >= index
                : office.hasAcknowledged(it, index));
  }

  private static void requireMajority(
      String invariant, String what, List<Member> set, Predicate<Member> counts) {
    long count = set.stream().filter(counts).count();
    if (2 * count <= set.size()) {
      throw new Violation(invariant, "%s with %d of %s".formatted(what, count, set));
    }
  }

  /**
   * Raft §5.4.2: whoever lacks what is committed lacks a majority that would vote for it. Looked
   * into for those that have not acknowledged it, and whose logs seem good enough.
   */
  private void requireUnbeatable(NodeStatus status, Office office, List<SimulatedServer> all) {
    Configuration members = status.configuration();
    List<SimulatedServer> voters =
        all.stream().filter(it -> members.isVoter(it.member())).filter(Offices::isSound).toList();
    for (SimulatedServer rival : voters) {
      // One whose log ends in the same term, and not before it, holds it by log matching.
      if (!rival.member().equals(status.self())
          && !office.hasAcknowledged(rival.member(), office.committed.index())
          && lastOf(rival).term() > office.committed.term()) {
        requireNoMajority(rival, office.committed, members, voters);
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
      throw new Violation("recovery", "server %d: %s".formatted(rival.number, e));
    }
    long votes =
        voters.stream().filter(it -> it == rival || lastOf(it).compareTo(last) <= 0).count();
    if (2 * votes > members.voters().size()) {
      throw new Violation(
          "committed-means-safe-from-elections",
          "%s is committed, and server %d, whose log ends at %s without it, could win %d of %s"
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
        throw new Violation("recovery", "server %d: %s".formatted(server.number, e));
      }
    }
    return known.last();
  }
}

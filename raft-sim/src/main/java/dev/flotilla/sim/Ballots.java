package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who asked for votes and who gave them, told from what is sent: one vote a term, whoever leads has
 * been elected by majorities of all voters that count by its log, and a witness never campaigns.
 */
final class Ballots {
  private record Voter(Member member, long term) {}

  private record Candidacy(Member candidate, long term) {}

  private static final class Election {
    LogPosition last = LogPosition.ORIGIN;
    boolean isTransfer;
    final Set<Member> granted = new HashSet<>();
  }

  private final ConfigurationHistory lineage;
  private final Map<Candidacy, Election> elections = new HashMap<>();
  private final Map<Voter, Member> votes = new HashMap<>();

  Ballots(ConfigurationHistory lineage) {
    this.lineage = lineage;
  }

  void sent(Member from, Member to, Message message) {
    if (message instanceof RequestVote request) {
      requireNoWitness(from, request);
      vote(from, from, request.term());
      Election election = election(from, request.term());
      election.last = request.lastLog();
      election.isTransfer |= request.transfer();
    } else if (message instanceof PreVote) {
      requireNoWitness(from, message);
    } else if (message instanceof RequestVoteResponse answer && answer.voteGranted()) {
      vote(from, to, answer.term());
    }
  }

  /** Whether this election is one that the leader before has asked for. */
  boolean isTransfer(Member candidate, long term) {
    return election(candidate, term).isTransfer;
  }

  private Election election(Member candidate, long term) {
    return elections.computeIfAbsent(new Candidacy(candidate, term), it -> new Election());
  }

  private void vote(Member voter, Member candidate, long term) {
    Member before = votes.putIfAbsent(new Voter(voter, term), candidate);
    if (before != null && !before.equals(candidate)) {
      throw new Violation(
          "one-vote-per-term",
          "%s votes for %s in term %s, and has for %s".formatted(voter, candidate, term, before));
    }
    election(candidate, term).granted.add(voter);
  }

  private void requireNoWitness(Member from, Message message) {
    if (lineage.isWitness(from)) {
      throw new Violation("a-witness-never-campaigns", from + " sends " + message);
    }
  }

  /**
   * Somebody has come into office. One that asked nobody is the only one that counts, and of one
   * whose log was not sent as a whole nothing is known.
   */
  void checkElected(NodeStatus status) {
    Member leader = status.self();
    long term = status.term();
    Election election = elections.get(new Candidacy(leader, term));
    if (election == null) {
      requireAlone(leader, term, status.configuration());
      return;
    }
    Optional<LoggedConfiguration> governing = lineage.governingAt(election.last);
    if (governing.isEmpty()) {
      return;
    }
    Configuration configuration = governing.get().configuration();
    requireMajority(configuration.voters(), leader, term, election);
    if (configuration.isJoint()) {
      requireMajority(configuration.outgoing(), leader, term, election);
    }
  }

  /**
   * What it says of its configuration is checked elsewhere, see {@link
   * ConfigurationHistory#checkGoverns}.
   */
  private static void requireAlone(Member leader, long term, Configuration configuration) {
    if (configuration.isJoint() || !configuration.voters().equals(List.of(leader))) {
      throw new Violation(
          "elected-means-by-a-majority",
          "%s leads in term %s and has asked nobody of %s".formatted(leader, term, configuration));
    }
  }

  private static void requireMajority(
      List<Member> set, Member leader, long term, Election election) {
    long count = set.stream().filter(election.granted::contains).count();
    if (2 * count <= set.size()) {
      throw new Violation(
          "elected-means-by-a-majority",
          "%s leads in term %s by the votes of %s, which is no majority of %s"
              .formatted(leader, term, election.granted, set));
    }
  }
}

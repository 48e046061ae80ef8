package dev.flotilla.raft;

import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;

/** Asks for votes in a new term, until it wins, finds a leader, or time is up (Raft §5.2). */
final class Candidate extends ServerRole {
  private final VoteTally tally;
  private final long electionDeadlineNanos;
  private long retryDeadlineNanos;

  Candidate(Replica replica) {
    super(replica);
    this.tally = new VoteTally(replica.quorum());
    this.electionDeadlineNanos = replica.randomElectionDeadline();
    this.retryDeadlineNanos = nextRetry();
  }

  @Override
  Role role() {
    return Role.CANDIDATE;
  }

  @Override
  long deadlineNanos() {
    long untilRetry = retryDeadlineNanos - replica.nowNanos();
    long untilElection = electionDeadlineNanos - replica.nowNanos();
    return replica.nowNanos() + Math.min(untilRetry, untilElection);
  }

  @Override
  void tick() {
    if (replica.isPast(electionDeadlineNanos)) {
      replica.becomePreCandidate();
    } else if (replica.isPast(retryDeadlineNanos)) {
      retryDeadlineNanos = nextRetry();
      ask();
    }
  }

  /** The request tells others about this server's vote for itself, so that must be synced first. */
  void ask() {
    for (Member peer : replica.peers()) {
      if (!tally.hasGranted(peer)) {
        replica.sendAfterDurable(
            peer, new RequestVote(replica.term(), replica.log().last(), replica.nextSequence()));
      }
    }
  }

  /** Its own vote counts like any other: once it is durable. */
  @Override
  void persisted() {
    if (replica.durability().isDurable(replica.termAndVote())) {
      count(replica.self());
    }
  }

  @Override
  void requestVoteResponse(Member from, RequestVoteResponse response) {
    if (response.voteGranted()) {
      count(from);
    }
  }

  private void count(Member voter) {
    tally.grant(voter);
    if (tally.isWon()) {
      replica.becomeLeader();
    }
  }

  private long nextRetry() {
    return replica.nowNanos() + replica.options().heartbeatNanos();
  }
}

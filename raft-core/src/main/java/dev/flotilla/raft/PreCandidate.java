package dev.flotilla.raft;

import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;

/**
 * Asks whether an election could succeed before it raises its term (thesis §9.6), again and again
 * until a quorum says yes or a leader turns up.
 */
final class PreCandidate extends ServerRole {
  private VoteTally tally;
  private long firstSequence;
  private long retryDeadlineNanos;

  PreCandidate(Replica replica) {
    super(replica);
    this.tally = new VoteTally(replica.quorum());
    this.retryDeadlineNanos = replica.randomPreVoteDeadline();
  }

  @Override
  Role role() {
    return Role.PRE_CANDIDATE;
  }

  @Override
  long deadlineNanos() {
    return retryDeadlineNanos;
  }

  @Override
  void tick() {
    if (replica.isPast(retryDeadlineNanos)) {
      retryDeadlineNanos = replica.randomPreVoteDeadline();
      ask();
    }
  }

  /** Asks everyone anew: who was willing some time ago may have found a leader since. */
  void ask() {
    tally = new VoteTally(replica.quorum());
    firstSequence = replica.lastSequence() + 1;
    for (Member peer : replica.peers()) {
      replica.send(
          peer, new PreVote(replica.term() + 1, replica.log().last(), replica.nextSequence()));
    }
    count(replica.self());
  }

  @Override
  void preVoteResponse(Member from, PreVoteResponse response) {
    if (response.sequence() >= firstSequence) {
      count(from);
    }
  }

  private void count(Member willing) {
    tally.grant(willing);
    if (tally.isWon()) {
      replica.becomeCandidate();
    }
  }
}

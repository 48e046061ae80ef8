package dev.flotilla.raft;

import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.quorum.VoteTally;

/**
 * Asks for votes in a new term, until it wins, finds a leader, or time is up (Raft §5.2).
 *
 * <p>An election lasts as long as the disks need. Its time is not up before its own vote is
 * durable: a vote in a further term would only queue behind that one. Then the others get as long
 * again for theirs as its own has taken, beside the election timeout. Otherwise a group whose disks
 * take longer for a vote than that timeout would never have a leader.
 */
final class Candidate extends ServerRole {
  private final VoteTally tally;

  /** Whether the leader asked for this election (thesis §3.10). */
  private final boolean isTransfer;

  private final long sinceNanos;
  private long electionDeadlineNanos;
  private int repetitions;
  private long retryDeadlineNanos;
  private boolean isVoteDurable;
  private boolean cameLate;

  Candidate(Replica replica, boolean isTransfer) {
    super(replica);
    this.isTransfer = isTransfer;
    this.tally = new VoteTally(replica.quorum);
    this.sinceNanos = replica.nowNanos;
    this.electionDeadlineNanos = replica.randomElectionDeadline();
    this.retryDeadlineNanos = replica.randomRepetitionDeadline(repetitions);
  }

  @Override
  Role role() {
    return Role.CANDIDATE;
  }

  @Override
  long deadlineNanos() {
    if (!isVoteDurable) {
      return retryDeadlineNanos;
    }
    long untilRetry = retryDeadlineNanos - replica.nowNanos;
    long untilElection = electionDeadlineNanos - replica.nowNanos;
    return replica.nowNanos + Math.min(untilRetry, untilElection);
  }

  @Override
  void tick() {
    boolean isOver = replica.isPast(electionDeadlineNanos) && isVoteDurable;
    if (isOver && !cameLate && isLateFor(electionDeadlineNanos)) {
      cameLate = true;
      electionDeadlineNanos = replica.randomElectionDeadline();
    } else if (isOver) {
      replica.becomePreCandidate();
    } else if (replica.isPast(retryDeadlineNanos)) {
      repetitions++;
      retryDeadlineNanos = replica.randomRepetitionDeadline(repetitions);
      ask();
    }
  }

  /** The request tells others about this server's vote for itself, so that must be synced first. */
  void ask() {
    for (Member peer : replica.otherVoters) {
      if (!tally.hasGranted(peer)) {
        replica.sendAfterDurable(
            peer,
            new RequestVote(replica.term, replica.log.last(), replica.nextSequence(), isTransfer));
      }
    }
  }

  /** Its own vote counts like any other: once it is durable. */
  @Override
  void persisted() {
    if (!replica.durability.isVoteDurable()) {
      return;
    }
    if (!isVoteDurable) {
      isVoteDurable = true;
      electionDeadlineNanos += 2 * (replica.nowNanos - sinceNanos);
    }
    count(replica.self);
  }

  @Override
  void requestVoteResponse(Member from, RequestVoteResponse response) {
    if (response.voteGranted() && !replica.confirmations.hasLost(from)) {
      count(from);
    }
  }

  private void count(Member voter) {
    tally.grant(voter);
    if (tally.isWon()) {
      replica.becomeLeader();
    }
  }
}

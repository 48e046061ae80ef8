package dev.flotilla.raft;

import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.model.Member;
import java.util.Map;
import java.util.TreeMap;

/**
 * Asks whether an election could succeed before it raises its term (thesis §9.6), again and again
 * until a quorum says yes or a leader turns up.
 *
 * <p>It asks more often than an answer may take to come, so an answer counts whichever of its
 * requests it belongs to. But it counts only for a while: who was willing some time ago may have
 * found a leader since.
 */
final class PreCandidate extends ServerRole {
  private final long firstSequence;

  /** When each peer last said that it was willing. */
  private final Map<Member, Long> willingSinceNanos = new TreeMap<>();

  private int repetitions;
  private long retryDeadlineNanos;

  PreCandidate(Replica replica) {
    super(replica);
    this.firstSequence = replica.lastSequence + 1;
    this.retryDeadlineNanos = replica.randomRepetitionDeadline(repetitions);
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
      repetitions++;
      retryDeadlineNanos = replica.randomRepetitionDeadline(repetitions);
      ask();
    }
  }

  void ask() {
    for (Member peer : replica.otherVoters) {
      replica.send(peer, new PreVote(replica.term + 1, replica.log.last(), replica.nextSequence()));
    }
    count();
  }

  @Override
  void preVoteResponse(Member from, PreVoteResponse response) {
    if (response.sequence() >= firstSequence) {
      willingSinceNanos.put(from, replica.nowNanos);
      count();
    }
  }

  private void count() {
    if (replica.quorum.hasReached(this::isWilling)) {
      replica.becomeCandidate();
    }
  }

  private boolean isWilling(Member voter) {
    if (voter.equals(replica.self)) {
      return true;
    }
    Long since = willingSinceNanos.get(voter);
    return since != null
        && !replica.confirmations.hasLost(voter)
        && replica.nowNanos - since < replica.timeout.minNanos();
  }
}

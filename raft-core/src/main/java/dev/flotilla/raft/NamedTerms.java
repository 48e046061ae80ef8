package dev.flotilla.raft;

import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NumberLimits;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Which later terms this server believes (ours). Requests in the name of one member or of all raise
 * the term of a server that has one by at most {@link NumberLimits#MAX_TERM_JUMP}, and that once
 * within {@value #WINDOW_TIMEOUTS} of the longest election timeouts, so that the members meet in
 * one term before it can happen again. A later term is believed from an answer to a request of this
 * server, since who forges requests does not get those. A server without a term takes one from any
 * request. Neither goes beyond {@link NumberLimits#MAX_NAMED_TERM}, so that elections stay possible
 * even if a member lies.
 *
 * <p>A server that does not believe a request asks its sender and all other voters by a pre-vote,
 * which changes nothing. So members meet again, however far apart their terms are.
 */
final class NamedTerms {
  /** Elections raise the term by one each, however much was spent of the jump. */
  private static final int ELECTION_STEPS = 16;

  private static final int WINDOW_TIMEOUTS = 10;

  private final Replica replica;

  /** The own term when the window began. */
  private long baseTerm;

  private long windowNanos;
  private long askedNanos;

  NamedTerms(Replica replica) {
    this.replica = replica;
    this.baseTerm = replica.term;
    this.windowNanos = replica.nowNanos;
    this.askedNanos = replica.nowNanos - replica.options.electionTimeoutMaxNanos();
  }

  /** Whether a term that a request names may be taken over. */
  boolean believesRequest(long term) {
    long own = replica.term;
    return own == 0 ? term <= NumberLimits.MAX_NAMED_TERM : isNear(own, term);
  }

  /** Whether a term that an answer names may be taken over. */
  boolean believesAnswer(long term) {
    return term <= NumberLimits.MAX_NAMED_TERM || isNear(replica.term, term);
  }

  private boolean isNear(long own, long term) {
    if (term <= own + ELECTION_STEPS) {
      return true;
    }
    roll(own);
    return term <= baseTerm + NumberLimits.MAX_TERM_JUMP;
  }

  private void roll(long own) {
    if (replica.isPast(windowNanos + window())) {
      windowNanos = replica.nowNanos;
      baseTerm = own;
    }
  }

  /** Asks a sender and all voters for their terms, unless that was done lately. */
  void ask(Member sender) {
    if (replica.isPast(askedNanos + replica.options.electionTimeoutMaxNanos())
        && replica.term < NumberLimits.MAX_TERM) {
      askedNanos = replica.nowNanos;
      Set<Member> asked = new LinkedHashSet<>(replica.otherVoters);
      asked.add(sender);
      asked.remove(replica.self);
      for (Member member : asked) {
        replica.send(
            member, new PreVote(replica.term + 1, replica.log.last(), replica.nextSequence()));
      }
    }
  }

  private long window() {
    return WINDOW_TIMEOUTS * replica.options.electionTimeoutMaxNanos();
  }
}

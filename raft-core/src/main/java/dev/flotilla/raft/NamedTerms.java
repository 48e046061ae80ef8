package dev.flotilla.raft;

import dev.flotilla.raft.message.PreVote;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which later terms this server believes (ours). One sender alone cannot use up the terms: it
 * raises the term of a server that has one by at most {@link NumberLimits#MAX_TERM_JUMP}, and that
 * once within {@value #WINDOW_TIMEOUTS} of the longest election timeouts, so that the members meet
 * in one term before it can do so again. A later term is believed when a quorum of the voters has
 * named it or a later one, or all of the other voters have. A server without a term takes one from
 * anybody. Neither goes beyond {@link NumberLimits#MAX_NAMED_TERM}, so that elections stay possible
 * even where somebody speaks in the name of a whole quorum.
 *
 * <p>What the others' terms are it asks by a pre-vote, which changes nothing: so a server that was
 * away while the terms rose catches up even if it never campaigns.
 */
final class NamedTerms {
  /** Elections raise the term by one each, however much was spent of the jump. */
  private static final int ELECTION_STEPS = 16;

  private static final int WINDOW_TIMEOUTS = 10;

  private final Replica replica;

  /** The latest term that each voter has named, of those that were not believed at once. */
  private final Map<Member, Long> named = new TreeMap<>();

  /** The own term when the window began. */
  private long baseTerm;

  private long windowNanos;
  private long askedNanos;

  NamedTerms(Replica replica, long term) {
    this.replica = replica;
    this.baseTerm = term;
    this.windowNanos = replica.nowNanos();
    this.askedNanos = replica.nowNanos() - replica.options().electionTimeoutMaxNanos();
  }

  /** Whether a term that a member names may be taken over. */
  boolean believes(Member from, long term) {
    long own = replica.term();
    if (term <= own + ELECTION_STEPS) {
      return true;
    }
    if (own == 0) {
      return term <= NumberLimits.MAX_NAMED_TERM;
    }
    roll(own);
    return term <= baseTerm + NumberLimits.MAX_TERM_JUMP
        || (term <= NumberLimits.MAX_NAMED_TERM && isNamedByQuorum(from, term));
  }

  private void roll(long own) {
    if (replica.isPast(windowNanos + window())) {
      windowNanos = replica.nowNanos();
      baseTerm = own;
    }
  }

  private boolean isNamedByQuorum(Member from, long term) {
    Configuration members = replica.configuration();
    named.keySet().removeIf(member -> !members.allVoters().contains(member));
    if (members.allVoters().contains(from)) {
      named.merge(from, term, Math::max);
    }
    return replica.quorum().hasReached(voter -> hasNamed(voter, term))
        || (!replica.otherVoters().isEmpty()
            && replica.otherVoters().stream().allMatch(voter -> hasNamed(voter, term)));
  }

  private boolean hasNamed(Member voter, long term) {
    return named.getOrDefault(voter, 0L) >= term;
  }

  /** Asks all voters for their terms, unless that was done lately. */
  void ask() {
    if (replica.isPast(askedNanos + replica.options().electionTimeoutMaxNanos())
        && replica.term() < NumberLimits.MAX_TERM) {
      askedNanos = replica.nowNanos();
      for (Member voter : replica.otherVoters()) {
        replica.send(
            voter, new PreVote(replica.term() + 1, replica.log().last(), replica.nextSequence()));
      }
    }
  }

  private long window() {
    return WINDOW_TIMEOUTS * replica.options().electionTimeoutMaxNanos();
  }
}

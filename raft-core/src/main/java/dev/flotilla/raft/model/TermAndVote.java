package dev.flotilla.raft.model;

import java.util.Optional;

/**
 * What a server must have on disk before it answers a vote: Raft's {@code currentTerm} and {@code
 * votedFor}.
 *
 * @param term the latest term seen, 0 at first
 * @param votedFor who received this server's vote in that term
 */
public record TermAndVote(long term, Optional<Member> votedFor) {
  /** Before any election. */
  public static final TermAndVote INITIAL = new TermAndVote(0, Optional.empty());

  /** Rejects a term beyond {@link NumberLimits#MAX_TERM}, and a vote in term 0. */
  public TermAndVote {
    NumberLimits.requireWithin("term", term, NumberLimits.MAX_TERM);
    if ((term == 0 && votedFor.isPresent())) {
      throw new IllegalArgumentException("not a term and vote: " + term + ", " + votedFor);
    }
  }
}

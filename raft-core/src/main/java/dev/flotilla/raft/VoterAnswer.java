package dev.flotilla.raft;

import dev.flotilla.raft.message.VoteRefusal;
import dev.flotilla.raft.model.Member;

/**
 * How a voter last answered a server that asked for its vote or pre-vote.
 *
 * @param voter who answered
 * @param granted whether it granted what was asked for
 * @param refusal why not
 * @param term its term as it named it; of a granted pre-vote the term that was asked about
 * @param agoNanos how long ago that was
 */
public record VoterAnswer(
    Member voter, boolean granted, VoteRefusal refusal, long term, long agoNanos) {}

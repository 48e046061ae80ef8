package dev.flotilla.raft.message;

/**
 * Answers {@link PreVote}.
 *
 * @param term when granted the term that was asked about, else the responder's own
 * @param voteGranted whether the responder would vote for the sender
 * @param sequence the request's number
 * @param refusal why it was not granted
 */
public record PreVoteResponse(long term, boolean voteGranted, long sequence, VoteRefusal refusal)
    implements Message.Response {
  /** Without a reason. */
  public PreVoteResponse(long term, boolean voteGranted, long sequence) {
    this(term, voteGranted, sequence, VoteRefusal.NONE);
  }
}

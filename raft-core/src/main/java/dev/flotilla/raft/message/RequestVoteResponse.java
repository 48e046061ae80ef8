package dev.flotilla.raft.message;

/**
 * Answers {@link RequestVote}.
 *
 * @param term the responder's current term
 * @param voteGranted whether the candidate has the responder's vote in that term
 * @param sequence the request's number
 * @param refusal why it was not granted
 */
public record RequestVoteResponse(
    long term, boolean voteGranted, long sequence, VoteRefusal refusal)
    implements Message.Response {
  /** Without a reason. */
  public RequestVoteResponse(long term, boolean voteGranted, long sequence) {
    this(term, voteGranted, sequence, VoteRefusal.NONE);
  }
}

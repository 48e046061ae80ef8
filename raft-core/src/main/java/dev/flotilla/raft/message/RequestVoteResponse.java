package dev.flotilla.raft.message;

/**
 * Answers {@link RequestVote}.
 *
 * @param term the responder's current term
 * @param voteGranted whether the candidate has the responder's vote in that term
 * @param sequence the request's number
 */
public record RequestVoteResponse(long term, boolean voteGranted, long sequence)
    implements Message.Response {
  @Override
  public <T> T accept(Handler<T> handler) {
    return handler.requestVoteResponse(this);
  }
}

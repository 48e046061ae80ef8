package dev.flotilla.raft.message;

/**
 * Answers {@link PreVote}.
 *
 * @param term when granted the term that was asked about, else the responder's own
 * @param voteGranted whether the responder would vote for the sender
 * @param sequence the request's number
 */
public record PreVoteResponse(long term, boolean voteGranted, long sequence)
    implements Message.Response {
  @Override
  public <T> T accept(Handler<T> handler) {
    return handler.preVoteResponse(this);
  }
}

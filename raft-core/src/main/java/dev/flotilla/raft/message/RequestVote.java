package dev.flotilla.raft.message;

import dev.flotilla.raft.LogPosition;

/**
 * Asks for a vote (Raft §5.2).
 *
 * @param term the candidate's term
 * @param lastLog the last position of the candidate's log
 * @param sequence the request's number
 */
public record RequestVote(long term, LogPosition lastLog, long sequence)
    implements Message.Request {
  @Override
  public <T> T accept(Handler<T> handler) {
    return handler.requestVote(this);
  }
}

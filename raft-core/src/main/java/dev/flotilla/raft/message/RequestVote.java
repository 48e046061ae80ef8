package dev.flotilla.raft.message;

import dev.flotilla.raft.model.LogPosition;

/**
 * Asks for a vote (Raft §5.2).
 *
 * @param term the candidate's term
 * @param lastLog the last position of the candidate's log
 * @param sequence the request's number
 * @param transfer whether the leader itself asked for the election, so that those who hear it give
 *     their votes all the same (thesis §4.2.3)
 */
public record RequestVote(long term, LogPosition lastLog, long sequence, boolean transfer)
    implements Message.Request {
  /** A request in an election that no leader asked for. */
  public RequestVote(long term, LogPosition lastLog, long sequence) {
    this(term, lastLog, sequence, false);
  }
}

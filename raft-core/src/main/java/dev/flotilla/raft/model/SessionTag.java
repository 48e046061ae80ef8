package dev.flotilla.raft.model;

/**
 * Which command of a session this is (thesis §6.3): by it a command is executed once, however often
 * it is sent, for as long as the session lives.
 *
 * @param session the session's id, the index of the log entry that opened it
 * @param sequence the client's number for the command, from 1 on; each number is used for one
 *     command, and sent commands may overtake each other
 * @param lowestUnanswered the client has the answers to all commands before this one, or has given
 *     them up: their results are forgotten, and none of them is executed any more
 */
public record SessionTag(long session, long sequence, long lowestUnanswered) {
  /** Rejects numbers below 1, and a command that is said to be answered. */
  public SessionTag {
    if (session < 1 || lowestUnanswered < 1 || sequence < lowestUnanswered) {
      throw new IllegalArgumentException(
          "not a command of a session: session "
              + session
              + ", sequence "
              + sequence
              + ", lowest unanswered "
              + lowestUnanswered
              + "; the session is at least 1, and the lowest unanswered is from 1 to the sequence");
    }
  }
}

package dev.flotilla.raftdpws.message;

import java.util.Optional;

/**
 * The session's id, or where to ask for one.
 *
 * @param session the id, if it is open
 * @param leaderAddress otherwise the leader's RAFT_Service, or {@code RaftNames.UNKNOWN_LEADER}
 */
public record OpenSessionResponse(Optional<Long> session, Optional<String> leaderAddress) {
  /** Rejects an answer that says neither, or both. */
  public OpenSessionResponse {
    if (session.isPresent() == leaderAddress.isPresent()) {
      throw new IllegalArgumentException("either a session or a leader: " + session);
    }
  }

  /** The session is open. */
  public static OpenSessionResponse opened(long session) {
    return new OpenSessionResponse(Optional.of(session), Optional.empty());
  }

  /** Another server leads, or nobody is known to. */
  public static OpenSessionResponse notLeader(String leaderAddress) {
    return new OpenSessionResponse(Optional.empty(), Optional.of(leaderAddress));
  }
}

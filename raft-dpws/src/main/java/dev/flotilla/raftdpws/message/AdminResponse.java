package dev.flotilla.raftdpws.message;

import java.util.Optional;

/**
 * The answer to an operator's request, as far as it is not a fault.
 *
 * @param success whether it is done
 * @param reason why not, with the remedy
 * @param leaderAddress where to ask instead, or {@code RaftNames.UNKNOWN_LEADER}; present only when
 *     this server refused because it does not lead
 */
public record AdminResponse(
    boolean success, Optional<String> reason, Optional<String> leaderAddress) {
  /** It is done. */
  public static final AdminResponse DONE =
      new AdminResponse(true, Optional.empty(), Optional.empty());

  /** Nothing was done, and why. */
  public static AdminResponse refused(String reason) {
    return new AdminResponse(false, Optional.of(reason), Optional.empty());
  }

  /** The refusal of a server that does not lead. */
  public static AdminResponse notLeader(String leaderAddress) {
    return new AdminResponse(false, Optional.empty(), Optional.of(leaderAddress));
  }
}

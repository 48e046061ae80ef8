package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/**
 * The answer to InsertCommand, as far as it is not a fault.
 *
 * @param success whether the command was executed and accepted by the state machine
 * @param result what the state machine answered; absent when it was not asked, when it answered an
 *     earlier attempt so long ago that so large a result is no longer kept, and when its result has
 *     no value
 * @param leaderAddress where to send the command instead, or {@code RaftNames.UNKNOWN_LEADER};
 *     present only when this server refused because it does not lead
 */
public record InsertCommandResponse(
    boolean success, Optional<Bytes> result, Optional<String> leaderAddress) {
  /** The state machine's answer. */
  public static InsertCommandResponse executed(boolean success, Bytes result) {
    return new InsertCommandResponse(success, Optional.of(result), Optional.empty());
  }

  /** The answer when only the success is known: to a late retry, or of a result without value. */
  public static InsertCommandResponse resultDropped(boolean success) {
    return new InsertCommandResponse(success, Optional.empty(), Optional.empty());
  }

  /** The refusal of a server that does not lead. */
  public static InsertCommandResponse notLeader(String leaderAddress) {
    return new InsertCommandResponse(false, Optional.empty(), Optional.of(leaderAddress));
  }

  /** About how many bytes it holds while it waits to be sent. */
  public long heldBytes() {
    return result.map(Bytes::size).orElse(0);
  }
}

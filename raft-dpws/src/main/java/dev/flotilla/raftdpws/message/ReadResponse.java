package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.util.Optional;

/**
 * The answer to Read, as far as it is not a fault.
 *
 * @param uid the uid of the command found
 * @param position its place in the log
 * @param command the command, where the state machine keeps it
 * @param parameters its parameters, where the state machine keeps them
 * @param success the success of the command found, or whether a query was understood; false when
 *     nothing was found and when this server cannot confirm the read
 * @param result the result of the command found, or the answer to a query; absent when the result
 *     of the command found is no longer kept, or has no value
 * @param leaderAddress where to ask instead, or {@code RaftNames.UNKNOWN_LEADER}; present only when
 *     this server could not confirm the read
 * @param state which state answered, if the request asked for that
 */
public record ReadResponse(
    Optional<String> uid,
    Optional<LogPosition> position,
    Optional<String> command,
    Optional<Bytes> parameters,
    boolean success,
    Optional<Bytes> result,
    Optional<String> leaderAddress,
    Optional<StateSeen> state) {
  /** The same answer, which says of which state it is. */
  public ReadResponse of(StateSeen theState) {
    return new ReadResponse(
        uid, position, command, parameters, success, result, leaderAddress, Optional.of(theState));
  }

  /** No such command was executed. */
  public static final ReadResponse NOT_FOUND = answered(false, Optional.empty());

  /** No such command was executed, in the words of 2014. */
  public static final ReadResponse NOT_FOUND_IN_2014 =
      answered(false, Optional.of(Bytes.utf8("Didn't get any entry!")));

  /** The state machine's answer to a query. */
  public static ReadResponse answered(boolean success, Optional<Bytes> result) {
    return withoutCommand(success, result, Optional.empty());
  }

  /** The refusal of a server that cannot confirm the read. */
  public static ReadResponse notLeader(String leaderAddress) {
    return withoutCommand(false, Optional.empty(), Optional.of(leaderAddress));
  }

  private static ReadResponse withoutCommand(
      boolean success, Optional<Bytes> result, Optional<String> leaderAddress) {
    return new ReadResponse(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        success,
        result,
        leaderAddress,
        Optional.empty());
  }

  /** About how many bytes it holds while it waits to be sent. */
  public long heldBytes() {
    return (long) command.map(String::length).orElse(0)
        + parameters.map(Bytes::size).orElse(0)
        + result.map(Bytes::size).orElse(0);
  }
}

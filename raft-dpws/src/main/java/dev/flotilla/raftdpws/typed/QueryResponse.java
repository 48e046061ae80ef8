package dev.flotilla.raftdpws.typed;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.message.StateSeen;
import java.util.Optional;

/**
 * The answer to Query.
 *
 * @param accepted whether the state machine understood the question and found an answer
 * @param result the answer, or why there is none; absent if it has no value
 * @param state which state answered
 */
public record QueryResponse(boolean accepted, Optional<Bytes> result, Optional<StateSeen> state) {
  /** About how many bytes it holds while it waits to be sent. */
  public long heldBytes() {
    return result.map(Bytes::size).orElse(0);
  }
}

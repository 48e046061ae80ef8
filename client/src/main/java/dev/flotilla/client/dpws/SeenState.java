package dev.flotilla.client.dpws;

import dev.flotilla.client.ReadOptions;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.ReadLevel;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.StateSeen;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The newest state from which a client has an answer: none comes from an older one afterwards. Any
 * thread.
 */
final class SeenState {
  private final AtomicLong index = new AtomicLong();

  /** The request as it is to be sent now. */
  ReadRequest dated(ReadRequest request, ReadOptions options, Optional<GroupId> group) {
    ReadLevel level =
        new ReadLevel(
            Consistency.valueOf(options.freshness().name()),
            options.maxAge().toMillis(),
            index.get());
    return new ReadRequest(
        request.uid(), request.query(), group, Optional.of(level), request.form());
  }

  /**
   * Takes note of an answer.
   *
   * @param sent the request that it answers
   * @return whether the answer may be given to the user: a server that says that its state is older
   *     than the request allows breaks its word
   */
  boolean accepts(ReadRequest sent, ReadResponse response) {
    if (response.state().isEmpty() || sent.level().isEmpty()) {
      // A server that does not know these elements answers linearizably.
      return true;
    }
    StateSeen state = response.state().get();
    ReadLevel level = sent.level().get();
    if (level.consistency() != Consistency.LINEARIZABLE && state.index() < level.seenIndex()) {
      return false;
    }
    index.accumulateAndGet(state.index(), Math::max);
    return true;
  }
}

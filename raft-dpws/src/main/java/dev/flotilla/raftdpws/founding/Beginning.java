package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * How a server comes to belong to a group: it founds one with others, or joins one that exists.
 *
 * <p>Any thread; nothing blocks.
 */
public interface Beginning extends AutoCloseable {
  /** Begins to ask. */
  void start();

  /** Ends with the group's id when that is certain, and noted on the disk; fails if never. */
  CompletionStage<GroupId> group();

  /** What the server is meanwhile, in the words of the wire contract. */
  String role();

  /** What it waits for, in words; empty when it waits for nothing any more. */
  Optional<String> waitingFor();

  /** The founding list that this server has accepted. */
  Optional<FoundingList> accepted();

  /** A server of the group's scope was announced. */
  void announced(ServerSighting sighting);

  /**
   * Another server proposes a founding list.
   *
   * @param request of this protocol version and for this very member
   */
  CompletionStage<FoundResponse> requested(FoundRequest request);

  /** Asks no more; does not wait. */
  @Override
  void close();
}

package dev.flotilla.node;

import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/**
 * Carries messages to other members.
 *
 * <p>Called by the group thread and by the log thread (messages that had to wait for the disk).
 * Never blocks. May drop, delay, repeat and reorder: Raft retransmits. Must not alter, and must not
 * deliver to another member or incarnation than the addressee. Messages that arrive are handed to
 * {@link RaftNode#receive}, with the sender as established by the transport.
 */
public interface MessageSender {
  /**
   * Sends, or drops when the member has no known address or its queue is full.
   *
   * @param to the addressee
   * @param message a request, or the response to a request with the same sequence number
   */
  void send(Member to, Message message);

  /**
   * Why this transport cannot carry an entry with this payload; asked before the entry is proposed,
   * since a leader could send a log that holds it to nobody. Any thread; does not block.
   *
   * @return empty if it can, the default; else the reason with the remedy, for the client
   */
  default Optional<String> objection(ClientPayload payload) {
    return Optional.empty();
  }
}

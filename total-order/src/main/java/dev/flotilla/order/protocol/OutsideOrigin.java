package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.protocol.OrderMessage.Content;
import dev.flotilla.raft.model.Bytes;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The origin's part of a protocol, at a client outside of the group: it broadcasts to the servers,
 * and delivers nothing. This class sends the content to all servers, which is the whole part in the
 * sequencer's protocol and in Chandra and Toueg's.
 *
 * <p>The servers are processes 0 to n-1. They keep TO1 to TO3 among themselves as for origins in
 * the group, if no client crashes. If one crashes while it sends, some servers may get its message
 * and others not. Chandra-Toueg and Raft keep TO1 to TO3 for that one, too. With the sequencer and
 * with Skeen's protocol, servers may then wait for the rest of it for ever, and deliver nothing
 * that comes later in the order.
 *
 * <p>One thread.
 */
public class OutsideOrigin implements Protocol {
  private final int client;
  private final List<Integer> servers;
  private final Outbox outbox;
  private long broadcasts;

  /**
   * Begins at a client that has not broadcast anything.
   *
   * @param client the number of the client
   * @param servers how many servers there are; less than the number of the client, or equal
   */
  public OutsideOrigin(int client, int servers) {
    if (client < new ProcessGroup(0, servers).size()) {
      throw new IllegalArgumentException(
          "process %s is one of %s servers; clients have the numbers from %s on"
              .formatted(client, servers, servers));
    }
    this.client = client;
    this.servers = IntStream.range(0, servers).boxed().toList();
    this.outbox = new Outbox(this.servers);
  }

  /** Broadcasts a message to all servers. */
  @Override
  public final MessageId broadcast(Bytes body) {
    Content content = new Content(new MessageId(client, broadcasts), body);
    broadcasts++;
    begin(content);
    return content.id();
  }

  /** A server has delivered the message, or nobody waits for that any more. */
  public void ended(MessageId id) {}

  @Override
  public void receive(int from, OrderMessage message) {
    throw new IllegalArgumentException("a client outside of the group has no use for " + message);
  }

  @Override
  public final Outputs take() {
    return outbox.take();
  }

  /** Sends what the protocol begins with. */
  void begin(Content content) {
    sendToServers(content);
  }

  final void sendToServers(OrderMessage message) {
    outbox.sendToOthers(message);
  }

  final List<Integer> servers() {
    return servers;
  }
}

package dev.flotilla.order.protocol;

import dev.flotilla.order.protocol.OrderMessage.Content;

/**
 * The origin's part of {@link Skeen} at a client outside of the group: it sends the content to all
 * servers, gathers the times at which they received it, and sends the largest to all. One thread.
 */
public final class StampingOrigin extends OutsideOrigin {
  private final ReceiptTimes unanswered = new ReceiptTimes();

  /** Begins at a client that has not broadcast anything. */
  public StampingOrigin(int client, int servers) {
    super(client, servers);
  }

  @Override
  void begin(Content content) {
    unanswered.await(content.id(), servers(), 0);
    super.begin(content);
  }

  @Override
  public void receive(int from, OrderMessage message) {
    if (message instanceof OrderMessage.Received answer) {
      unanswered.answered(from, answer);
      unanswered.takeComplete().forEach(this::sendToServers);
    } else {
      super.receive(from, message);
    }
  }
}

package dev.flotilla.order.protocol;

import dev.flotilla.order.Delivery;
import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.List;

/** What has been gathered for the next {@link Outputs}. */
final class Outbox {
  private final List<Integer> others;
  private final List<Outputs.Outgoing> sends = new ArrayList<>();
  private final List<Delivery> deliveries = new ArrayList<>();

  Outbox(ProcessGroup group) {
    this(group.others());
  }

  /** Sends to these processes. */
  Outbox(List<Integer> others) {
    this.others = List.copyOf(others);
  }

  void send(int to, OrderMessage message) {
    sends.add(new Outputs.Outgoing(to, message));
  }

  void sendToOthers(OrderMessage message) {
    for (int other : others) {
      send(other, message);
    }
  }

  void deliver(MessageId id, Bytes content) {
    deliveries.add(new Delivery(id, content));
  }

  Outputs take() {
    Outputs taken = new Outputs(sends, deliveries);
    sends.clear();
    deliveries.clear();
    return taken;
  }
}

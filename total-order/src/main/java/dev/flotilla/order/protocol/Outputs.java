package dev.flotilla.order.protocol;

import dev.flotilla.order.Delivery;
import dev.flotilla.raft.model.Bytes;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * What a protocol wants done: first the messages are sent, in order, then the deliveries are handed
 * to the application.
 *
 * @param sends messages to other processes
 * @param deliveries what the application gets
 */
public record Outputs(List<Outgoing> sends, List<Delivery> deliveries) {
  /** Copies the lists unless they are immutable already. */
  public Outputs {
    sends = List.copyOf(sends);
    deliveries = List.copyOf(deliveries);
  }

  /**
   * Hands out the binary form of each message, in order. One that goes to several processes is
   * encoded once.
   *
   * @param send takes the receiver and the bytes
   */
  public void sendBy(BiConsumer<Integer, Bytes> send) {
    OrderMessage last = null;
    Bytes encoded = Bytes.EMPTY;
    for (Outgoing outgoing : sends) {
      if (outgoing.message() != last) {
        last = outgoing.message();
        encoded = OrderCodec.encode(last);
      }
      send.accept(outgoing.to(), encoded);
    }
  }

  /**
   * A message to another process.
   *
   * @param to the process
   * @param message what it gets
   */
  public record Outgoing(int to, OrderMessage message) {}
}

package dev.flotilla.order.protocol;

import dev.flotilla.order.Delivery;
import java.util.List;

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
   * A message to another process.
   *
   * @param to the process
   * @param message what it gets
   */
  public record Outgoing(int to, OrderMessage message) {}
}

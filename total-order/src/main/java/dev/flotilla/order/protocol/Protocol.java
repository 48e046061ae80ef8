package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.raft.model.Bytes;

/**
 * A protocol of total order at one process, as a deterministic machine.
 *
 * <p>Its outputs are a function of the sequence of calls, and for {@link RaftOrder} of a random
 * generator. A driver calls the input methods, takes the {@link Outputs} after each of them, or
 * after several, and carries them out. Not safe for use by several threads at once.
 */
public interface Protocol {
  /**
   * Broadcasts a message to all processes.
   *
   * @return its identification, which its delivery has, too
   */
  MessageId broadcast(Bytes content);

  /**
   * Takes a message of another process; each channel is reliable and keeps the order.
   *
   * @throws IllegalArgumentException if the message is none of this protocol
   */
  void receive(int from, OrderMessage message);

  /** The failure detector suspects a process to have crashed; it may be wrong. */
  default void suspect(int process) {}

  /** The failure detector suspects a process no more. */
  default void trust(int process) {}

  /** Tells when the next inputs have arrived, so that they count before any timeout. */
  default void noteTime(long nowNanos) {}

  /** Tells the time in nanoseconds, on a monotonic clock, and lets timeouts happen. */
  default void advanceTo(long nowNanos) {}

  /** When {@link #advanceTo} has something to do next; {@link Long#MAX_VALUE} if never. */
  default long nextDeadlineNanos() {
    return Long.MAX_VALUE;
  }

  /** Takes what is to be done since the last call. */
  Outputs take();
}

package dev.flotilla.order;

import dev.flotilla.raft.model.Bytes;
import java.io.IOException;

/**
 * Reliable channels between numbered processes.
 *
 * <p>Ordering: what one process sends to another arrives in the order in which it was sent. Loss
 * and repetition: none between correct processes; what a process has sent before it crashes arrives
 * up to some message, and none after that. Durability: none.
 *
 * <p>Threading: any thread may send; messages of one sender arrive one after another, and those of
 * different senders may arrive on different threads at once.
 */
public interface Middleware extends AutoCloseable {
  /** The longest message, in bytes. */
  int MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

  /** Takes what arrives; must not block. */
  interface Receiver {
    /**
     * A message has arrived.
     *
     * @param from the process that sent it
     * @param message what it sent
     */
    void received(int from, Bytes message);
  }

  /** Which process this is, and of how many. */
  ProcessGroup group();

  /**
   * Begins to hand out messages. Those that arrived before are handed out, too.
   *
   * @param receiver takes them from now on; set once
   */
  void start(Receiver receiver);

  /**
   * Sends a message. A process that has crashed gets nothing, which is no error.
   *
   * @param to another process
   * @param message at most {@link #MAX_MESSAGE_BYTES}
   */
  void send(int to, Bytes message);

  /**
   * Measures how long a message takes to another process and back, beside the messages of {@link
   * #send}.
   *
   * @param to another process
   * @param payload what is sent and comes back
   * @return the time in nanoseconds
   * @throws IOException if the process does not answer
   */
  long pingNanos(int to, Bytes payload) throws IOException;

  /** Gives the channels up; messages that were sent and are not under way yet may be lost. */
  @Override
  void close();
}

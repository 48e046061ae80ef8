package dev.flotilla.order.channel;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hands messages to the receiver of a middleware, and keeps those that arrive before there is one.
 * Any thread; what one thread hands in keeps its order.
 */
public final class Inbox {
  private record Waiting(int from, Bytes message) {}

  /** Guarded by this. */
  private final List<Waiting> waiting = new ArrayList<>();

  private volatile Middleware.@Nullable Receiver receiver;

  /** A message has arrived. */
  public void received(int from, Bytes message) {
    Middleware.Receiver ready = receiver;
    if (ready == null) {
      receivedEarly(from, message);
    } else {
      ready.received(from, message);
    }
  }

  private synchronized void receivedEarly(int from, Bytes message) {
    Middleware.Receiver ready = receiver;
    if (ready == null) {
      waiting.add(new Waiting(from, message));
    } else {
      ready.received(from, message);
    }
  }

  /**
   * Begins to hand out messages.
   *
   * @throws IllegalStateException if there is a receiver
   */
  public synchronized void start(Middleware.Receiver first) {
    if (receiver != null) {
      throw new IllegalStateException("the middleware has a receiver; start it once");
    }
    waiting.forEach(it -> first.received(it.from(), it.message()));
    waiting.clear();
    receiver = first;
  }

  /**
   * Checks what is to be sent.
   *
   * @throws IllegalArgumentException if there is no such other process, or the message is too long
   */
  public static void requireSendable(ProcessGroup group, int to, Bytes message) {
    if (group.require(to) == group.self()) {
      throw new IllegalArgumentException("process %s sends nothing to itself".formatted(to));
    }
    if (message.size() > Middleware.MAX_MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "a message of %s bytes exceeds the limit of %s; split it"
              .formatted(message.size(), Middleware.MAX_MESSAGE_BYTES));
    }
  }
}

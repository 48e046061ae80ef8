package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the callbacks of one subscription on an executor, in order and one at a time.
 *
 * <p>A notification is accepted as soon as it has a place in the first half of the queue, unless
 * those that are accepted hold {@value #MAX_ACCEPTED_BYTES} bytes. After that it is accepted when
 * its callback has run: its source waits, and until then it holds its share of the endpoint's
 * budget. Beyond the capacity it is refused.
 */
final class CallbackQueue {
  private static final Logger LOG = LoggerFactory.getLogger(CallbackQueue.class);

  /** As large as accepted notifications that wait may be, together. */
  private static final int MAX_ACCEPTED_BYTES = 256 << 10;

  private final Executor executor;
  private final int capacity;
  private final ArrayDeque<Callback> waiting = new ArrayDeque<>();
  private int acceptedBytes;
  private boolean running;

  CallbackQueue(Executor executor, int capacity) {
    this.executor = executor;
    this.capacity = capacity;
  }

  /**
   * What is run.
   *
   * @param unanswered what is answered afterwards, if anything
   * @param acceptedBytes what it holds if it is accepted already
   */
  private record Callback(
      Runnable action, @Nullable Exchange<EmptyBody> unanswered, int acceptedBytes) {}

  /** Takes the callback of a notification, or answers that there is no room. */
  void offer(Runnable action, Exchange<EmptyBody> notification) {
    boolean isAccepted;
    boolean starts;
    synchronized (this) {
      if (waiting.size() >= capacity) {
        notification.fault(
            SoapFault.overloaded(capacity + " events wait for their handlers already"));
        return;
      }
      int bytes = notification.requestBytes();
      isAccepted =
          waiting.size() < (capacity + 1) / 2 && bytes <= MAX_ACCEPTED_BYTES - acceptedBytes;
      waiting.add(
          isAccepted ? new Callback(action, null, bytes) : new Callback(action, notification, 0));
      acceptedBytes += isAccepted ? bytes : 0;
      starts = !running;
      running = true;
    }
    if (isAccepted) {
      notification.answer(EmptyBody.EMPTY);
    }
    if (starts) {
      start();
    }
  }

  /** Runs this after all that waits, whatever waits. */
  void last(Runnable action) {
    boolean starts;
    synchronized (this) {
      waiting.add(new Callback(action, null, 0));
      starts = !running;
      running = true;
    }
    if (starts) {
      start();
    }
  }

  private void start() {
    try {
      executor.execute(this::runNext);
    } catch (RejectedExecutionException e) {
      LOG.debug("The executor of event handlers is closed", e);
      discard();
    }
  }

  private void runNext() {
    Callback next;
    synchronized (this) {
      next = waiting.peek();
    }
    if (next != null) {
      run(next);
    }
    boolean isEmpty;
    synchronized (this) {
      Callback done = waiting.poll();
      acceptedBytes -= done == null ? 0 : done.acceptedBytes();
      isEmpty = waiting.isEmpty();
      running = !isEmpty;
    }
    if (!isEmpty) {
      start(); // One at a time, so that subscriptions share a thread fairly.
    }
  }

  private static void run(Callback callback) {
    try {
      callback.action().run();
    } catch (RuntimeException e) {
      LOG.warn("The handler of an event failed", e);
    }
    if (callback.unanswered() != null) {
      callback.unanswered().answer(EmptyBody.EMPTY);
    }
  }

  private void discard() {
    ArrayDeque<Callback> rest;
    synchronized (this) {
      rest = new ArrayDeque<>(waiting);
      waiting.clear();
      acceptedBytes = 0;
      running = false;
    }
    for (Callback callback : rest) {
      if (callback.unanswered() != null) {
        callback.unanswered().fault(SoapFault.receiver("the sink is closed"));
      }
    }
  }
}

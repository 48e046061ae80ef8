package dev.flotilla.raftdpws.events;

import dev.flotilla.raftdpws.message.GroupEvent;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands events to listeners in this process, each of which has a thread and a queue of its own: one
 * that is slow, blocks for ever or throws keeps nobody else waiting.
 *
 * <p>Bounds: {@value #MAX_LISTENERS} listeners, {@value #MAX_WAITING} events waiting for each. What
 * is beyond is dropped, the newest first, and the listener is told how many it missed. Of applied
 * indexes that wait only the newest is kept. Any thread; nothing blocks.
 */
public final class EventListeners implements Consumer<GroupEvent>, AutoCloseable {
  static final int MAX_LISTENERS = 32;
  static final int MAX_WAITING = 256;

  private static final Logger LOG = LoggerFactory.getLogger(EventListeners.class);

  private final String threadName;
  private final List<Listening> listeners = new CopyOnWriteArrayList<>();

  // Guarded by this.
  private boolean closed;

  public EventListeners(String threadName) {
    this.threadName = threadName;
  }

  /**
   * Adds a listener.
   *
   * @param listener called on a thread of its own, one event at a time; what it throws is logged
   * @param missed told how many events were dropped, on the same thread
   * @return ends it; the event under way may still be at the listener then
   * @throws IllegalStateException if there are too many
   */
  public Runnable add(Consumer<? super GroupEvent> listener, LongConsumer missed) {
    Listening added = new Listening(listener, missed);
    synchronized (this) {
      if (listeners.size() >= MAX_LISTENERS) {
        throw new IllegalStateException(
            "this server has " + MAX_LISTENERS + " listeners, the most there can be; end some");
      }
      if (!closed) {
        listeners.add(added);
        added.start();
      }
    }
    return () -> {
      listeners.remove(added);
      added.end();
    };
  }

  @Override
  public void accept(GroupEvent event) {
    listeners.forEach(listener -> listener.offer(event));
  }

  /** Whether the calling thread is a listener's. */
  public boolean isOwnThread() {
    return listeners.stream().anyMatch(Listening::isCurrent);
  }

  /** Ends all listeners when they have had what waits for them; does not wait for that. */
  @Override
  public synchronized void close() {
    closed = true;
    listeners.forEach(Listening::end);
    listeners.clear();
  }

  private final class Listening implements Runnable {
    private final Consumer<? super GroupEvent> listener;
    private final LongConsumer missedEvents;
    private final Thread thread = new Thread(this, threadName);

    // Guarded by this.
    private final ArrayDeque<GroupEvent> waiting = new ArrayDeque<>();
    private GroupEvent.@Nullable Applied applied;
    private long missed;
    private boolean isOver;

    Listening(Consumer<? super GroupEvent> listener, LongConsumer missedEvents) {
      this.listener = listener;
      this.missedEvents = missedEvents;
      thread.setDaemon(true);
    }

    void start() {
      thread.start();
    }

    boolean isCurrent() {
      return Thread.currentThread() == thread;
    }

    synchronized void offer(GroupEvent event) {
      if (event instanceof GroupEvent.Applied newest) {
        applied = newest;
      } else if (waiting.size() < MAX_WAITING) {
        waiting.add(event);
      } else {
        missed++;
      }
      notifyAll();
    }

    synchronized void end() {
      isOver = true;
      notifyAll();
    }

    @Override
    public void run() {
      try {
        while (awaitOne()) {
          deliver();
        }
      } catch (InterruptedException e) {
        LOG.debug("A listener's thread was interrupted and ends", e);
      }
    }

    /** False when there is nothing left and nothing will come. */
    private synchronized boolean awaitOne() throws InterruptedException {
      while (waiting.isEmpty() && missed == 0 && applied == null && !isOver) {
        wait();
      }
      return !waiting.isEmpty() || missed > 0 || applied != null;
    }

    private void deliver() {
      GroupEvent next;
      long lost = 0;
      synchronized (this) {
        next = waiting.poll();
        if (next == null && missed > 0) {
          lost = missed;
          missed = 0;
        } else if (next == null) {
          next = applied;
          applied = null;
        }
      }
      try {
        if (next == null) {
          missedEvents.accept(lost);
        } else {
          listener.accept(next);
        }
      } catch (RuntimeException | Error e) {
        LOG.warn("A listener failed at {}", next == null ? "missed events" : next, e);
      }
    }
  }
}

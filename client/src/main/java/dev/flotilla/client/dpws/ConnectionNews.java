package dev.flotilla.client.dpws;

import dev.flotilla.client.ConnectionListener;
import dev.flotilla.client.ConnectionState;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a listener of changes, on a thread of its own that ends with the client.
 *
 * <p>Any thread may call; nothing blocks, so that a slow listener holds up nobody. The monitor
 * guards the fields and is not held while the listener is told.
 */
final class ConnectionNews implements AutoCloseable {
  /** Changes that wait for a slow listener; the oldest are dropped. */
  static final int MAX_WAITING = 64;

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionNews.class);

  private final Optional<ConnectionListener> listener;
  private final ArrayDeque<ConnectionState> waiting = new ArrayDeque<>();
  private @Nullable ConnectionState last;
  private boolean closed;

  ConnectionNews(Optional<ConnectionListener> listener) {
    this.listener = listener;
    listener.ifPresent(
        it -> {
          Thread thread = new Thread(() -> tell(it), "flotilla-client-news");
          thread.setDaemon(true);
          thread.start();
        });
  }

  /** Something is the case; if it is what was the case before, nobody is told. */
  synchronized void is(ConnectionState state) {
    if (listener.isEmpty() || closed || state.equals(last)) {
      return;
    }
    last = state;
    if (waiting.size() == MAX_WAITING) {
      waiting.remove();
    }
    waiting.add(state);
    notifyAll();
  }

  /** Tells nothing more; a listener that is being told is not waited for. */
  @Override
  public synchronized void close() {
    closed = true;
    waiting.clear();
    notifyAll();
  }

  private void tell(ConnectionListener to) {
    try {
      ConnectionState next = take();
      while (next != null) {
        tell(to, next);
        next = take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void tell(ConnectionListener to, ConnectionState state) {
    try {
      to.changed(state);
    } catch (RuntimeException e) {
      LOG.warn("a connection listener failed", e);
    }
  }

  private synchronized @Nullable ConnectionState take() throws InterruptedException {
    while (waiting.isEmpty() && !closed) {
      wait();
    }
    return waiting.poll();
  }
}

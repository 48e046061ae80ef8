package dev.flotilla.client.dpws;

import dev.flotilla.client.ConnectionListener;
import dev.flotilla.client.ConnectionState;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a listener of changes, on a thread of its own that ends with the client.
 *
 * <p>Any thread may call; nothing blocks, so that a slow listener holds up nobody.
 */
final class ConnectionNews implements AutoCloseable {
  /** Changes that wait for a slow listener; the oldest are dropped. */
  static final int MAX_WAITING = 64;

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionNews.class);

  private final Optional<ConnectionListener> listener;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          task -> {
            Thread created = new Thread(task, "flotilla-client-news");
            created.setDaemon(true);
            return created;
          },
          new ThreadPoolExecutor.DiscardOldestPolicy());

  // Guarded by this.
  private @Nullable ConnectionState last;

  ConnectionNews(Optional<ConnectionListener> listener) {
    this.listener = listener;
  }

  /** Something is the case; if it is what was the case before, nobody is told. */
  synchronized void is(ConnectionState state) {
    if (listener.isPresent() && !state.equals(last)) {
      last = state;
      thread.execute(() -> tell(listener.get(), state));
    }
  }

  /** Tells nothing more; a listener that is being told is not waited for. */
  @Override
  public synchronized void close() {
    // In this order: a thread that finds the queue emptied after the shutdown would wait for ever.
    thread.getQueue().clear();
    thread.shutdown();
  }

  private static void tell(ConnectionListener to, ConnectionState state) {
    try {
      to.changed(state);
    } catch (RuntimeException e) {
      LOG.warn("a connection listener failed", e);
    }
  }
}

package dev.flotilla.order.channel;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;

/**
 * A middleware of which somebody else than the receiver takes some messages. All else is as in the
 * other middleware, and closing this closes that.
 */
public final class FilteredMiddleware implements Middleware {
  /** Looks at what arrives; must not block. */
  public interface Filter {
    /**
     * A message has arrived.
     *
     * @param from the process that sent it
     * @param message what it sent
     * @return whether it is taken, so that the receiver does not get it
     */
    boolean takes(int from, Bytes message);
  }

  private final Middleware middleware;
  private final Filter filter;

  /**
   * Puts a filter in front of the receiver.
   *
   * @param filter called on the threads of the middleware
   */
  public FilteredMiddleware(Middleware middleware, Filter filter) {
    this.middleware = middleware;
    this.filter = filter;
  }

  @Override
  public ProcessGroup group() {
    return middleware.group();
  }

  @Override
  public void start(Receiver receiver) {
    middleware.start(
        (from, message) -> {
          if (!filter.takes(from, message)) {
            receiver.received(from, message);
          }
        });
  }

  @Override
  public void send(int to, Bytes message) {
    middleware.send(to, message);
  }

  @Override
  public long pingNanos(int to, Bytes payload) throws IOException {
    return middleware.pingNanos(to, payload);
  }

  @Override
  public void close() {
    middleware.close();
  }
}

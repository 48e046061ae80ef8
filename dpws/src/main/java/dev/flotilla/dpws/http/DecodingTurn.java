package dev.flotilla.dpws.http;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Bounds how long a connection decodes requests before the other connections of its event loop go
 * on, so that one that sends many requests ahead cannot delay the rest. On the connection's event
 * loop.
 */
final class DecodingTurn {
  private static final long NANOS = 500_000;

  private final Supplier<EventLoop> loop;
  private final Runnable next;
  private long startNanos;
  private boolean isPending;

  /**
   * A turn that has not begun.
   *
   * @param loop where the next turn waits; known when the connection is registered
   * @param next what it does; begins it first
   */
  DecodingTurn(Supplier<EventLoop> loop, Runnable next) {
    this.loop = loop;
    this.next = next;
  }

  /** The loop has come to this connection. */
  void begin(long nowNanos) {
    if (!isPending) {
      startNanos = nowNanos;
    }
  }

  /** Whether the next turn waits. */
  boolean isPending() {
    return isPending;
  }

  /** Whether nothing more may be decoded now; then the next turn waits. */
  boolean isOver(long nowNanos) {
    if (!isPending && nowNanos - startNanos > NANOS) {
      isPending = true;
      // Not a task for now: the loop would carry it out before it looks at its sockets again.
      var unused = loop.get().schedule(this::next, 0, TimeUnit.NANOSECONDS);
    }
    return isPending;
  }

  private void next() {
    isPending = false;
    next.run();
  }
}

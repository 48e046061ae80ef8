package dev.flotilla.dpws;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The network threads of one or several devices and clients; who makes it, closes it. Any thread.
 *
 * <p>Everything that runs on these threads must not block them.
 */
public final class EventLoops implements AutoCloseable {
  private static final long QUIET_MILLIS = 0;
  private static final long CLOSE_TIMEOUT_MILLIS = 5_000;

  private final EventLoopGroup group;

  private EventLoops(EventLoopGroup group) {
    this.group = group;
  }

  /**
   * Starts daemon threads, lazily.
   *
   * @param threads how many, at least 1; one or two carry tens of thousands of messages a second
   * @param name what the threads are called
   */
  public static EventLoops start(int threads, String name) {
    if (threads < 1) {
      throw new IllegalArgumentException("event loops need at least 1 thread, not " + threads);
    }
    var threadFactory = new DefaultThreadFactory(name, true);
    return new EventLoops(
        new MultiThreadIoEventLoopGroup(threads, threadFactory, NioIoHandler.newFactory()));
  }

  /** The group for Netty's bootstraps. */
  public EventLoopGroup group() {
    return group;
  }

  /** Whether the calling thread is one of these, which must not be blocked. */
  public boolean isOwnThread() {
    for (EventExecutor loop : group) {
      if (loop.inEventLoop()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Runs a task later, on one of the threads, which it must not block; not at all if they are
   * closed before.
   */
  public void after(Duration delay, Runnable task) {
    var unused = group.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Stops the threads and waits for them, at most 5 s; not to be called on one of them. */
  @Override
  public void close() {
    group
        .shutdownGracefully(QUIET_MILLIS, CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(CLOSE_TIMEOUT_MILLIS);
  }
}

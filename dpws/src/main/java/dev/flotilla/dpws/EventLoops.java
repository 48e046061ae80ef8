package dev.flotilla.dpws;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
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

  private final NetworkPorts ports;

  private EventLoops(NetworkPorts ports) {
    this.ports = ports;
  }

  /** Event loops that somebody else runs; closing these closes their group. */
  public static EventLoops on(NetworkPorts ports) {
    return new EventLoops(ports);
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
    return new EventLoops(NetworkPorts.ofThisMachine(threads, name));
  }

  /** The group for Netty's bootstraps. */
  public EventLoopGroup group() {
    return ports.group();
  }

  /** One of the threads; with a single thread, the one that carries every connection. */
  public OneEventLoop one() {
    EventLoop loop = ports.group().next();
    return new OneEventLoop(loop, loop::inEventLoop);
  }

  /** What connections are made of. */
  public NetworkPorts ports() {
    return ports;
  }

  /** The time by which everything on these threads goes, in nanoseconds. Any thread. */
  public long nanoTime() {
    return ports.nanoTime().getAsLong();
  }

  /** Whether the calling thread is one of these, which must not be blocked. */
  public boolean isOwnThread() {
    for (EventExecutor loop : ports.group()) {
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
    var unused = ports.group().schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Stops the threads and waits for them, at most 5 s; not to be called on one of them. */
  @Override
  public void close() {
    ports
        .group()
        .shutdownGracefully(QUIET_MILLIS, CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(CLOSE_TIMEOUT_MILLIS);
  }
}

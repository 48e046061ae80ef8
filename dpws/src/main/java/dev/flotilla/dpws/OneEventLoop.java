package dev.flotilla.dpws;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/** One thread of {@link EventLoops}, for tasks that belong together. They must not block. */
public final class OneEventLoop {
  private final EventLoop loop;

  OneEventLoop(EventLoop loop) {
    this.loop = loop;
  }

  /**
   * Runs a task soon, after the tasks before it. Any thread.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the loops are closed
   */
  public void execute(Runnable task) {
    loop.execute(task);
  }

  /**
   * Runs a task after a delay. Any thread.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the loops are closed
   */
  public void executeAfter(long delayNanos, Runnable task) {
    var unused = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
  }

  /** Whether the calling thread is this one. */
  public boolean isCurrent() {
    return loop.inEventLoop();
  }

  /** Whether the thread has ended. Any thread. */
  public boolean isTerminated() {
    return loop.isTerminated();
  }
}

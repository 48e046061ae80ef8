package dev.flotilla.sim.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.Ticker;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The event loop of a process: runs what it is given a little later, at simulated times. */
final class WireLoop extends AbstractScheduledEventExecutor implements EventLoop {
  private final WireProcess process;
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final Ticker ticker;
  private final Promise<?> never = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);
  private boolean running;
  private boolean inline;
  private long wakesAtNanos = Long.MAX_VALUE;

  WireLoop(WireProcess process) {
    this.process = process;
    this.ticker = new TimelineTicker(process.network().timeline());
  }

  /** The simulation's time as Netty asks for it. */
  private record TimelineTicker(Timeline timeline) implements Ticker {
    @Override
    public long initialNanoTime() {
      return 0;
    }

    @Override
    public long nanoTime() {
      return timeline.nowNanos();
    }

    @Override
    public void sleep(long delay, TimeUnit unit) {
      throw new UnsupportedOperationException("nothing sleeps here");
    }
  }

  /** Runs something on the loop before anything else happens. */
  <T> T inline(WireProcess.Opening<T> task) throws IOException {
    boolean wasRunning = running;
    running = true;
    inline = true;
    try {
      return task.open();
    } finally {
      inline = false;
      running = wasRunning;
      wakeForScheduled();
    }
  }

  @Override
  public void execute(Runnable task) {
    if (inline) {
      task.run();
    } else if (process.isAlive()) {
      tasks.add(task);
      if (!running) {
        wakeAt(ticker.nanoTime() + process.network().soonNanos());
      }
    }
  }

  private void wakeAt(long nanos) {
    if (nanos < wakesAtNanos) {
      wakesAtNanos = nanos;
      process.network().timeline().at(nanos, () -> wake(nanos));
    }
  }

  private void wake(long plannedNanos) {
    if (!process.isAlive() || plannedNanos != wakesAtNanos) {
      return;
    }
    wakesAtNanos = Long.MAX_VALUE;
    if (ticker.nanoTime() < process.pausedUntilNanos()) {
      wakeAt(process.pausedUntilNanos());
      return;
    }
    running = true;
    try {
      runAll();
    } finally {
      running = false;
    }
    wakeForScheduled();
  }

  private void runAll() {
    Runnable next;
    while (process.isAlive() && (next = nextTask()) != null) {
      next.run();
    }
  }

  private @Nullable Runnable nextTask() {
    Runnable due = pollScheduledTask(ticker.nanoTime());
    return due == null ? tasks.poll() : due;
  }

  private void wakeForScheduled() {
    long deadline = nextScheduledTaskDeadlineNanos();
    if (process.isAlive() && deadline != -1) {
      wakeAt(Math.max(deadline, ticker.nanoTime()));
    }
  }

  @Override
  public Ticker ticker() {
    return ticker;
  }

  @Override
  public boolean inEventLoop(Thread thread) {
    return running;
  }

  @Override
  public EventLoopGroup parent() {
    return this;
  }

  @Override
  public EventLoop next() {
    return this;
  }

  @Override
  public ChannelFuture register(Channel channel) {
    return register(new DefaultChannelPromise(channel, this));
  }

  @Override
  public ChannelFuture register(ChannelPromise promise) {
    promise.channel().unsafe().register(this, promise);
    return promise;
  }

  @Override
  @SuppressWarnings("deprecation")
  public ChannelFuture register(Channel channel, ChannelPromise promise) {
    channel.unsafe().register(this, promise);
    return promise;
  }

  @Override
  @SuppressWarnings("deprecation")
  public void shutdown() {
    throw new UnsupportedOperationException("the loop ends with its process");
  }

  @Override
  public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
    throw new UnsupportedOperationException("the loop ends with its process");
  }

  @Override
  public Future<?> terminationFuture() {
    return never;
  }

  @Override
  public boolean isShuttingDown() {
    return false;
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return false;
  }
}

package dev.flotilla.raftdpws;

import dev.flotilla.node.SharedLoop;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/** Lets a node run its group on an event loop of the network. */
record GroupEventLoop(EventLoop loop) implements SharedLoop {
  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public void executeAfter(long delayNanos, Runnable task) {
    var unused = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean isCurrent() {
    return loop.inEventLoop();
  }

  @Override
  public boolean isTerminated() {
    return loop.isTerminated();
  }
}

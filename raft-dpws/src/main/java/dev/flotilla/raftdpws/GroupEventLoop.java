package dev.flotilla.raftdpws;

import dev.flotilla.dpws.OneEventLoop;
import dev.flotilla.node.loop.SharedLoop;

/** Lets a node run its group on an event loop of the network. */
record GroupEventLoop(OneEventLoop loop) implements SharedLoop {
  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public Runnable executeAfter(long delayNanos, Runnable task) {
    return loop.executeAfter(delayNanos, task);
  }

  @Override
  public boolean isCurrent() {
    return loop.isCurrent();
  }

  @Override
  public boolean isTerminated() {
    return loop.isTerminated();
  }
}

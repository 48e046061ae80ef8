package dev.flotilla.node.loop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one loop of a node on a thread of its own, and sleeps when there is nothing to do.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class LoopThread implements LoopRunner {
  private static final Logger LOG = LoggerFactory.getLogger("dev.flotilla.node.RaftNode");

  private final NodeLoop loop;
  private final Clock clock;
  private final Thread thread;

  public LoopThread(String name, NodeLoop loop, Clock clock) {
    this.loop = loop;
    this.clock = clock;
    this.thread = new Thread(this::run, name);
    // Said and not inherited: a node starts on whichever thread, the application's or a device's.
    thread.setDaemon(true);
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  @Override
  public void join() {
    boolean interrupted = false;
    boolean isGivenUp = false;
    while (!isGivenUp && thread.isAlive() && !isCurrent()) {
      try {
        thread.join(loop.maxEndMillis());
        isGivenUp = thread.isAlive();
      } catch (InterruptedException e) {
        // Ending half way would leave the files open: finish first, then hand the interrupt on.
        interrupted = true;
      }
    }
    if (isGivenUp) {
      LOG.warn(
          "{} has not ended after {} ms: what it calls has not returned yet, and the data directory"
              + " is in use until then",
          thread.getName(),
          loop.maxEndMillis());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      pump();
      loop.end(null);
    } catch (Throwable failure) {
      // Whatever it is, and wherever: a node without this thread would go on and do nothing.
      loop.end(failure);
    }
  }

  private void pump() {
    Doorbell bell = loop.bell();
    bell.bind();
    while (!loop.life().isOver()) {
      bell.clear();
      boolean isWorkLeft = loop.doWork() > 0 && loop.mayHaveMore();
      if (!isWorkLeft && !loop.life().isOver()) {
        bell.await(nanosToNextDeadline());
      }
    }
  }

  private long nanosToNextDeadline() {
    long deadline = loop.nextDeadlineNanos();
    return deadline == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, deadline - clock.nanoTime());
  }
}

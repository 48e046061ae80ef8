package dev.flotilla.node.loop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs a loop of a node on a {@link SharedLoop} while its next duty cycle is short, and on a thread
 * of its own while it may block or take long.
 *
 * <p>At any time one of the two owns the loop. The shared loop hands it over by {@link #isAway},
 * the thread hands it back by a task.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class RoamingRunner implements LoopRunner {
  /** How often a waiting thread looks whether the shared loop is gone. */
  private static final long LOOK_MILLIS = 20;

  private final NodeLoop loop;
  private final SharedLoop shared;
  private final Clock clock;
  private final Thread thread;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Runnable turn = this::turn;

  /** Whether the thread owns the loop: set by the shared loop, unset by the thread. */
  private volatile boolean isAway;

  public RoamingRunner(String name, NodeLoop loop, SharedLoop shared, Clock clock) {
    this.loop = loop;
    this.shared = shared;
    this.clock = clock;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  @Override
  public void start() {
    loop.bell().bind(this::wake);
    thread.start();
    shared.execute(turn);
  }

  @Override
  public boolean isCurrent() {
    return Thread.currentThread() == thread || (shared.isCurrent() && !isAway);
  }

  @Override
  public void join() {
    boolean interrupted = false;
    while (!isCurrent() && !shared.isCurrent() && ended.getCount() > 0) {
      if (shared.isTerminated() && !isAway) {
        // Nothing runs there any more, so this thread may end the loop.
        end(null);
        break;
      }
      try {
        var unused = ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void wake() {
    if (isAway) {
      LockSupport.unpark(thread);
      return;
    }
    try {
      shared.execute(turn);
    } catch (RejectedExecutionException e) {
      loop.life().fail(e);
    }
  }

  /** On the shared loop. */
  private void turn() {
    if (isAway || ended.getCount() == 0) {
      return;
    }
    try {
      Doorbell bell = loop.bell();
      bell.wokenUp();
      bell.clear();
      boolean isShort = loop.isNextCycleShort();
      boolean isWorkLeft = isShort && loop.doWork() > 0;
      if (loop.life().isOver()) {
        end(null);
      } else if (!isShort || !loop.isNextCycleShort()) {
        isAway = true;
        LockSupport.unpark(thread);
      } else if (isWorkLeft || !bell.rest()) {
        wake();
      }
    } catch (Throwable failure) {
      end(failure);
    }
  }

  private void run() {
    while (ended.getCount() > 0) {
      if (isAway) {
        own();
      } else {
        LockSupport.park(this);
      }
    }
  }

  /** On the thread: runs the loop until its next cycle is short, or the node ends. */
  private void own() {
    try {
      Doorbell bell = loop.bell();
      while (!loop.life().isOver()) {
        bell.clear();
        if (loop.doWork() == 0 && !loop.life().isOver()) {
          if (loop.isNextCycleShort()) {
            isAway = false;
            wake();
            return;
          }
          bell.await(nanosToNextDeadline());
        }
      }
      end(null);
    } catch (Throwable failure) {
      end(failure);
    }
  }

  private long nanosToNextDeadline() {
    long deadline = loop.nextDeadlineNanos();
    return deadline == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, deadline - clock.nanoTime());
  }

  private void end(@Nullable Throwable failure) {
    try {
      loop.end(failure);
    } finally {
      ended.countDown();
      LockSupport.unpark(thread);
    }
  }
}

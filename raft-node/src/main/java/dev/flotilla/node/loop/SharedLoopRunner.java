package dev.flotilla.node.loop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Runs a loop of a node as tasks of a {@link SharedLoop}: one duty cycle a task, so that the
 * network has its turn between two of them.
 *
 * <p>After a pause, what has arrived meanwhile lies in the network's buffers, and the shared loop
 * reads them between two tasks. A turn that comes late is therefore put off once, so that messages
 * count before any timeout that the clock reveals.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class SharedLoopRunner implements LoopRunner {
  /** A turn that comes so long after the one before gives the network its turn first. */
  static final long LATE_NANOS = 20_000_000;

  /** How often a waiting thread looks whether the shared loop is gone. */
  private static final long LOOK_MILLIS = 20;

  private final NodeLoop loop;
  private final SharedLoop shared;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicBoolean isLost = new AtomicBoolean();
  private final Runnable turn = this::turn;
  private final Runnable lateTurn = this::lateTurn;

  // On the shared loop: what cancels the alarm, and when it rings; null if none is set.
  private @Nullable Runnable alarm;
  private long alarmNanos;

  private long lastTurnNanos;
  private boolean isPutOff;

  public SharedLoopRunner(NodeLoop loop, SharedLoop shared) {
    this.loop = loop;
    this.shared = shared;
    this.lastTurnNanos = loop.clock.nanoTime();
  }

  @Override
  public void start() {
    loop.bell.bind(this::wake);
    wake();
  }

  @Override
  public boolean isCurrent() {
    return shared.isCurrent();
  }

  @Override
  public void join() {
    boolean interrupted = false;
    while (!shared.isCurrent() && ended.getCount() > 0) {
      if (shared.isTerminated()) {
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
    try {
      shared.execute(turn);
    } catch (RejectedExecutionException e) {
      lose(e);
    }
  }

  /** The shared loop is shut down, which the node does not survive. */
  private void lose(RejectedExecutionException e) {
    if (!isLost.getAndSet(true)) {
      if (loop.life.state == NodeState.RUNNING) {
        loop.life.fail(e);
      }
      // Nobody else would end this loop, and the node has stopped only when all have ended.
      Thread ending = new Thread(this::join, "flotilla-ending");
      ending.setDaemon(true);
      ending.start();
    }
  }

  private void turn() {
    if (ended.getCount() == 0 || isPutOff) {
      return;
    }
    try {
      if (loop.clock.nanoTime() - lastTurnNanos >= LATE_NANOS
          && loop.life.state == NodeState.RUNNING) {
        isPutOff = true;
        var unused = shared.executeAfter(0, lateTurn);
      } else {
        runCycle();
      }
    } catch (RejectedExecutionException e) {
      lose(e);
    } catch (Throwable failure) {
      // Whatever it is: the shared loop would go on without this one.
      end(failure);
    }
  }

  private void lateTurn() {
    isPutOff = false;
    if (ended.getCount() > 0) {
      try {
        runCycle();
      } catch (Throwable failure) {
        end(failure);
      }
    }
  }

  private void runCycle() {
    Doorbell bell = loop.bell;
    bell.wokenUp();
    bell.clear();
    boolean isWorkLeft = loop.doWork() > 0 && loop.mayHaveMore();
    lastTurnNanos = loop.clock.nanoTime();
    if (loop.life.state != NodeState.RUNNING) {
      end(null);
    } else if (isWorkLeft || !rest(bell)) {
      wake();
    }
  }

  /** Leaves the loop alone until the bell rings; false if it has rung meanwhile. */
  private boolean rest(Doorbell bell) {
    long deadline = loop.nextDeadlineNanos();
    if (deadline != Long.MAX_VALUE && isToMove(deadline)) {
      alarmAt(deadline);
    }
    return bell.rest();
  }

  /**
   * A deadline moves on with each heartbeat of a leader. An alarm that stays where it was would
   * ring for nothing, one that moves each time costs more than it saves: it is moved when it would
   * ring in less than half of the time that is left.
   */
  private boolean isToMove(long deadlineNanos) {
    return alarm == null
        || alarmNanos - deadlineNanos > 0
        || alarmNanos - lastTurnNanos < deadlineNanos - alarmNanos;
  }

  private void alarmAt(long deadlineNanos) {
    if (alarm != null) {
      alarm.run();
    }
    alarmNanos = deadlineNanos;
    long delayNanos = Math.max(0, deadlineNanos - loop.clock.nanoTime());
    try {
      alarm = shared.executeAfter(delayNanos, this::ring);
    } catch (RejectedExecutionException e) {
      lose(e);
    }
  }

  private void ring() {
    alarm = null;
    turn();
  }

  /** A second thread waits until the first has ended the loop. */
  private synchronized void end(@Nullable Throwable failure) {
    try {
      loop.end(failure);
    } finally {
      ended.countDown();
    }
  }
}

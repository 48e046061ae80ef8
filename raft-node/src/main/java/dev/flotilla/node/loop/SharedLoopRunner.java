package dev.flotilla.node.loop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs a loop of a node as tasks of a {@link SharedLoop}: one duty cycle a task, so that the
 * network has its turn between two of them.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class SharedLoopRunner implements LoopRunner {
  /** How often a waiting thread looks whether the shared loop is gone. */
  private static final long LOOK_MILLIS = 20;

  private final NodeLoop loop;
  private final SharedLoop shared;
  private final Clock clock;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Runnable turn = this::turn;
  private final Runnable alarm = this::alarm;

  // On the shared loop: whether an alarm is set, and the time of the earliest.
  private boolean isAlarmSet;
  private long alarmNanos;

  public SharedLoopRunner(NodeLoop loop, SharedLoop shared, Clock clock) {
    this.loop = loop;
    this.shared = shared;
    this.clock = clock;
  }

  @Override
  public void start() {
    loop.bell().bind(this::wake);
    shared.execute(turn);
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
      // The network is gone, and with it all whom the node could answer; join() ends the loop.
      loop.life().fail(e);
    }
  }

  private void alarm() {
    isAlarmSet = false;
    turn();
  }

  private void turn() {
    if (ended.getCount() == 0) {
      return;
    }
    try {
      boolean isWorkLeft = cycle();
      if (loop.life().isOver()) {
        end(null);
      } else if (isWorkLeft) {
        wake();
      }
    } catch (Throwable failure) {
      // Whatever it is: the shared loop would go on without this one.
      end(failure);
    }
  }

  private boolean cycle() {
    Doorbell bell = loop.bell();
    bell.wokenUp();
    bell.clear();
    return loop.doWork() > 0 || !rest(bell);
  }

  /** Leaves the loop alone until the bell rings; false if it has rung meanwhile. */
  private boolean rest(Doorbell bell) {
    long deadline = loop.nextDeadlineNanos();
    if (deadline != Long.MAX_VALUE && !isAlarmBefore(deadline)) {
      alarmAt(deadline);
    }
    return bell.rest();
  }

  private boolean isAlarmBefore(long deadlineNanos) {
    return isAlarmSet && alarmNanos - deadlineNanos <= 0;
  }

  private void alarmAt(long deadlineNanos) {
    isAlarmSet = true;
    alarmNanos = deadlineNanos;
    try {
      shared.executeAfter(Math.max(0, deadlineNanos - clock.nanoTime()), alarm);
    } catch (RejectedExecutionException e) {
      loop.life().fail(e);
    }
  }

  private void end(@Nullable Throwable failure) {
    try {
      loop.end(failure);
    } finally {
      ended.countDown();
    }
  }
}

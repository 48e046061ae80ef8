package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeviceUpkeepTest {
  private static final long MILLI = 1_000_000;

  private final TestThread thread = new TestThread();
  private final List<Long> looks = new ArrayList<>();
  private long nowNanos;
  private long pauseNanos = Long.MAX_VALUE;
  private int state;
  private boolean changesBeforeItIsWatched;
  private Runnable whenChanged = () -> {};
  private @Nullable RuntimeException failure;
  private final DeviceUpkeep upkeep =
      new DeviceUpkeep(
          thread,
          () -> nowNanos,
          new DeviceUpkeep.Node() {
            @Override
            public Object state() {
              return state;
            }

            @Override
            public void whenChanged(Runnable task) {
              state += changesBeforeItIsWatched ? 1 : 0;
              changesBeforeItIsWatched = false;
              whenChanged = task;
            }
          },
          this::look);

  @AfterEach
  void end() {
    thread.shutdownNow();
  }

  @Test
  void idleDeviceLooksOnceASecond() {
    upkeep.start();
    advance(1_000);
    looks.clear();

    advance(10_000);

    assertThat(looks).hasSize(10);
  }

  @Test
  void changeIsLookedAtSoonAndUntilNothingChanges() {
    rest();

    state++;
    whenChanged.run();
    advance(0);
    assertThat(looks).hasSize(1);

    for (int i = 0; i < 40; i++) {
      state++;
      advance(25);
    }
    assertThat(looks).hasSizeBetween(20, 22);

    advance(200);
    assertThat(looks).hasSizeBetween(20, 23);
  }

  @Test
  void changesWhileLooksFollowEachOtherWakeNobody() {
    rest();
    whenChanged.run();
    advance(0);
    state++;
    int before = thread.executed;

    for (int i = 0; i < 100; i++) {
      whenChanged.run();
      upkeep.wake();
    }

    assertThat(thread.executed - before).isLessThan(2);
  }

  @Test
  void changeBeforeTheNodeIsWatchedIsNotMissed() {
    rest();
    changesBeforeItIsWatched = true;
    upkeep.wake();
    advance(0);
    assertThat(looks).hasSize(1);

    advance(50);

    assertThat(looks).hasSize(2);
  }

  @Test
  void pauseThatALookAsksForIsKept() {
    pauseNanos = 300 * MILLI;
    upkeep.start();
    advance(300);
    looks.clear();

    advance(3_000);

    assertThat(looks).hasSize(10);
  }

  @Test
  void failedLookIsFollowedByAnother() {
    failure = new IllegalStateException("planted");
    upkeep.start();
    advance(500);

    assertThat(looks).hasSizeGreaterThan(5);
  }

  private void rest() {
    upkeep.start();
    advance(100);
    advance(400);
    looks.clear();
  }

  private long look(long now) {
    looks.add(now);
    if (failure != null) {
      throw failure;
    }
    return pauseNanos;
  }

  private void advance(long millis) {
    thread.advance(nowNanos + millis * MILLI);
  }

  /** Runs its tasks when the test sets the time. */
  private final class TestThread extends ScheduledThreadPoolExecutor {
    private final List<Planned> planned = new ArrayList<>();
    private int executed;

    private record Planned(long atNanos, Runnable task) {}

    TestThread() {
      super(1);
    }

    void advance(long untilNanos) {
      while (true) {
        Planned next = null;
        for (Planned one : planned) {
          if (one.atNanos <= untilNanos && (next == null || one.atNanos < next.atNanos)) {
            next = one;
          }
        }
        if (next == null) {
          break;
        }
        planned.remove(next);
        nowNanos = Math.max(nowNanos, next.atNanos);
        next.task.run();
      }
      nowNanos = untilNanos;
    }

    @Override
    public void execute(Runnable task) {
      executed++;
      planned.add(new Planned(nowNanos, task));
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      Planned one = new Planned(nowNanos + unit.toNanos(delay), task);
      planned.add(one);
      // Only what can be cancelled is wanted of it.
      ScheduledFuture<?> future = super.schedule(() -> {}, 1, TimeUnit.DAYS);
      return new CancellableTask(future, () -> planned.remove(one));
    }
  }

  private record CancellableTask(ScheduledFuture<?> future, Runnable cancel)
      implements ScheduledFuture<Object> {
    @Override
    public boolean cancel(boolean mayInterrupt) {
      cancel.run();
      return future.cancel(mayInterrupt);
    }

    @Override
    public boolean isCancelled() {
      return future.isCancelled();
    }

    @Override
    public boolean isDone() {
      return future.isDone();
    }

    @Override
    public Object get() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Object get(long timeout, TimeUnit unit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return future.getDelay(unit);
    }

    @Override
    public int compareTo(Delayed other) {
      return future.compareTo(other);
    }
  }
}

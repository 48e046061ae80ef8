package dev.flotilla.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Turns and alarms of a loop on a shared loop with a clock of the test's. */
final class SharedLoopRunnerTest {
  private static final int ROUNDS = 10_000;
  private static final long MILLI = 1_000_000;

  private final TestLoop shared = new TestLoop();
  private final Doorbell bell = new Doorbell();

  @Test
  void alarmsDoNotMultiplyWhenDeadlinesMove() {
    long seed = Long.getLong("seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    MovingLoop loop = new MovingLoop();
    new SharedLoopRunner(loop, shared).start();
    int most = 0;
    for (int i = 0; i < ROUNDS; i++) {
      shared.advance(random.nextLong(100 * MILLI));
      loop.deadlineNanos = shared.nowNanos + 150 * MILLI + random.nextLong(150 * MILLI);
      bell.ring();
      shared.advance(0);
      most = Math.max(most, shared.tasks.size());
    }

    assertThat(most).as("-Dseed=" + seed).isLessThan(10);
    assertThat(loop.cycles).as("-Dseed=" + seed).isLessThan(4 * ROUNDS);
  }

  @Test
  void noAlarmRingsWhileTheDeadlineMovesOn() {
    SplittableRandom random = new SplittableRandom(1);
    MovingLoop loop = new MovingLoop();
    new SharedLoopRunner(loop, shared).start();
    shared.advance(0);
    int before = loop.cycles;
    for (int i = 0; i < ROUNDS; i++) {
      loop.deadlineNanos = shared.nowNanos + 150 * MILLI + random.nextLong(150 * MILLI);
      bell.ring();
      shared.advance(50 * MILLI);
    }

    assertThat(loop.cycles - before).isEqualTo(ROUNDS);
  }

  @Test
  void deadlineIsMetWithoutARing() {
    MovingLoop loop = new MovingLoop();
    loop.deadlineNanos = shared.nowNanos + 50 * MILLI;
    new SharedLoopRunner(loop, shared).start();
    shared.advance(0);
    int before = loop.cycles;

    shared.advance(50 * MILLI);

    assertThat(loop.cycles).isGreaterThan(before);
  }

  @Test
  void lateTurnLetsOtherTasksGoFirst() {
    MovingLoop loop = new MovingLoop();
    new SharedLoopRunner(loop, shared).start();
    shared.advance(0);
    int before = loop.cycles;
    int[] seen = new int[1];
    shared.nowNanos += SharedLoopRunner.LATE_NANOS;

    bell.ring();
    shared.execute(() -> seen[0] = loop.cycles);
    shared.advance(0);

    assertThat(seen[0]).isEqualTo(before);
    assertThat(loop.cycles).isGreaterThan(before);
  }

  @Test
  void cycleFollowsAtOnceOnlyWhenMoreMayBeLeft() {
    MovingLoop loop = new MovingLoop();
    loop.work = 1;
    loop.cyclesWithMore = 3;
    new SharedLoopRunner(loop, shared).start();

    shared.advance(0);
    assertThat(loop.cycles).isEqualTo(4);
    bell.ring();
    shared.advance(0);
    assertThat(loop.cycles).isEqualTo(5);
  }

  private final class MovingLoop extends NodeLoop {
    private long deadlineNanos = Long.MAX_VALUE;
    private int cycles;
    private int work;
    private int cyclesWithMore;

    MovingLoop() {
      super(
          "test",
          SharedLoopRunnerTest.this.bell,
          new NodeLifecycle("test", 1, () -> {}, () -> {}),
          () -> shared.nowNanos);
    }

    @Override
    public int cycle() {
      cycles++;
      deadlineNanos = deadlineNanos <= shared.nowNanos ? Long.MAX_VALUE : deadlineNanos;
      return work;
    }

    @Override
    public boolean mayHaveMore() {
      return cycles <= cyclesWithMore;
    }

    @Override
    public long nextDeadlineNanos() {
      return deadlineNanos;
    }

    @Override
    public void abandon() {}
  }

  private static final class TestLoop implements SharedLoop {
    private record Task(long nanos, long order, Runnable action) implements Comparable<Task> {
      @Override
      public int compareTo(Task other) {
        return nanos == other.nanos
            ? Long.compare(order, other.order)
            : Long.compare(nanos, other.nanos);
      }
    }

    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long nowNanos = 1;
    private long order;

    void advance(long nanos) {
      long end = nowNanos + nanos;
      while (!tasks.isEmpty() && tasks.element().nanos() <= end) {
        Task next = tasks.remove();
        nowNanos = Math.max(nowNanos, next.nanos());
        next.action().run();
      }
      nowNanos = end;
    }

    @Override
    public void execute(Runnable task) {
      tasks.add(new Task(nowNanos, order++, task));
    }

    @Override
    public Runnable executeAfter(long delayNanos, Runnable task) {
      Task planned = new Task(nowNanos + delayNanos, order++, task);
      tasks.add(planned);
      return () -> tasks.remove(planned);
    }

    @Override
    public boolean isCurrent() {
      return true;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }
  }
}

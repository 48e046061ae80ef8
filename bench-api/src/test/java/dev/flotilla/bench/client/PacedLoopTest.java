package dev.flotilla.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.testing.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PacedLoopTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final Noted tally = new Noted(5);

  @AfterEach
  void end() {
    scheduler.shutdownNow();
  }

  @Test
  void slowAnswerIsSeenByAllCommandsThatItDelays() throws Exception {
    long slow = 100 * MILLI;
    PacedLoop loop = loop(new SlowOnce(scheduler, slow), 10 * MILLI);

    loop.run();

    assertThat(loop.awaitEnd(Await.limit().toNanos())).isTrue();
    assertThat(tally.latencies.get(0)).isGreaterThanOrEqualTo(slow);
    // Intended 10, 20, 30 ms later, sent when the slow answer is there.
    assertThat(tally.latencies.get(1)).isGreaterThanOrEqualTo(slow - 10 * MILLI);
    assertThat(tally.latencies.get(3)).isGreaterThanOrEqualTo(slow - 30 * MILLI);
  }

  @Test
  void commandsKeepTheirDistanceWhenAnswersAreQuick() throws Exception {
    long began = System.nanoTime();
    PacedLoop loop = loop(new SlowOnce(scheduler, 0), 20 * MILLI);

    loop.run();

    assertThat(loop.awaitEnd(Await.limit().toNanos())).isTrue();
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(4 * 20 * MILLI);
    assertThat(tally.latencies).hasSize(5);
  }

  @Test
  void clientThatThrowsIsAnErrorAndTheLoopGoesOn() throws Exception {
    BenchClient broken =
        new BenchClient() {
          @Override
          public void insert(WorkloadCommand command, InsertListener listener) {
            throw new IllegalStateException("broken");
          }

          @Override
          public void close() {}
        };
    PacedLoop loop = loop(broken, MILLI);

    loop.run();

    assertThat(loop.awaitEnd(Await.limit().toNanos())).isTrue();
    assertThat(tally.kinds).hasSize(5).containsOnly("thrown-IllegalStateException");
  }

  private PacedLoop loop(BenchClient client, long distance) {
    return new PacedLoop(client, tally, scheduler, distance, 0);
  }

  /** Answers its first command late and the others at once. */
  private static final class SlowOnce implements BenchClient {
    private final ScheduledExecutorService scheduler;
    private final long nanos;
    private boolean wasSlow;

    private SlowOnce(ScheduledExecutorService scheduler, long nanos) {
      this.scheduler = scheduler;
      this.nanos = nanos;
    }

    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      if (wasSlow) {
        listener.done();
        return;
      }
      wasSlow = true;
      ScheduledFuture<?> unused = scheduler.schedule(listener::done, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {}
  }

  private static final class Noted implements Tally {
    private final List<Long> latencies = Collections.synchronizedList(new ArrayList<>());
    private final List<String> kinds = Collections.synchronizedList(new ArrayList<>());
    private final int count;

    private Noted(int count) {
      this.count = count;
    }

    @Override
    public boolean wantsMore() {
      return latencies.size() + kinds.size() < count;
    }

    @Override
    public void done(long latencyNanos) {
      latencies.add(latencyNanos);
    }

    @Override
    public void failed(String kind) {
      kinds.add(kind);
    }
  }
}

package dev.flotilla.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.Workload;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.testing.Await;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
  private static final int MANY = 200_000; // would overflow the stack if answers nested

  private final ExecutorService elsewhere = Executors.newSingleThreadExecutor();

  @AfterEach
  void endThread() {
    elsewhere.shutdownNow();
  }

  @Test
  void clientThatAnswersWithinTheCallDoesNotGrowTheStack() throws Exception {
    FixedTally tally = run(MANY, new CountingClient(Runnable::run, 0));

    assertThat(tally.result(1, 0).ops()).isEqualTo(MANY);
  }

  @Test
  void clientThatAnswersOnAnotherThreadIsAskedOneCommandAtATime() throws Exception {
    CountingClient client = new CountingClient(elsewhere, 0);

    FixedTally tally = run(MANY, client);

    assertThat(tally.result(1, 0).ops()).isEqualTo(MANY);
    assertThat(client.mostInFlight).isEqualTo(1);
    assertThat(client.uids).hasSize(MANY);
  }

  @Test
  void failuresAreCountedByKindAndTheLoopGoesOn() throws Exception {
    LoadResult result = run(9, new CountingClient(elsewhere, 3)).result(1, 0);

    assertThat(result.ops()).isEqualTo(6);
    assertThat(result.errors())
        .containsOnlyKeys("refused-third")
        .containsEntry("refused-third", 3L);
    assertThat(result.latencies().getTotalCount()).isEqualTo(6);
  }

  @Test
  void exceptionOutOfTheClientIsAFailureNotTheEnd() throws Exception {
    LoadResult result = run(3, new ThrowingClient()).result(1, 0);

    assertThat(result.errors()).containsEntry("thrown-IllegalStateException", 3L);
  }

  private static FixedTally run(int iterations, BenchClient client) throws InterruptedException {
    FixedTally tally = new FixedTally(iterations);
    ClosedLoop loop = new ClosedLoop(client, new Workload(), tally);
    loop.run();
    assertThat(loop.awaitEnd(Await.limit().toNanos())).isTrue();
    return tally;
  }

  /** Answers through an executor; every n-th command is refused, none for 0. */
  private static final class CountingClient implements BenchClient {
    private final Executor executor;
    private final int refuseEvery;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Set<String> uids = new HashSet<>();
    private int mostInFlight;

    private CountingClient(Executor executor, int refuseEvery) {
      this.executor = executor;
      this.refuseEvery = refuseEvery;
    }

    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      mostInFlight = Math.max(mostInFlight, inFlight.incrementAndGet());
      uids.add(command.uid());
      boolean refused = refuseEvery > 0 && uids.size() % refuseEvery == 0;
      executor.execute(() -> answer(refused, listener));
    }

    private void answer(boolean refused, InsertListener listener) {
      inFlight.decrementAndGet();
      if (refused) {
        listener.failed("refused-third");
      } else {
        listener.done();
      }
    }

    @Override
    public void close() {}
  }

  private static final class ThrowingClient implements BenchClient {
    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      throw new IllegalStateException("broken");
    }

    @Override
    public void close() {}
  }
}

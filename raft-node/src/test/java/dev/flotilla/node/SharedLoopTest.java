package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.SharedLoop;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node whose group runs on a loop of the caller's. */
final class SharedLoopTest {
  private static final long PATIENCE_SECONDS = Await.limitSeconds();

  private final TestLoop loop = new TestLoop();
  private final TestServer server;

  SharedLoopTest() throws IOException {
    server = new TestServer(new SplittableRandom(1));
  }

  @AfterEach
  void endLoop() {
    loop.executor.shutdownNow();
  }

  @Test
  void groupElectsAndExecutesOnTheSharedLoop() throws Exception {
    RaftNode node = start(System::nanoTime);

    InsertOutcome outcome = insert(node);

    assertThat(outcome).isInstanceOf(InsertOutcome.Executed.class);
    assertThat(threadsOfNode()).noneMatch(name -> name.endsWith("-group"));
    end(node);
  }

  /** Again and again, since two threads may end the group's loop. */
  @RepeatedTest(20)
  void closeReturnsAfterTheSharedLoopHasEnded() throws Exception {
    RaftNode node = start(System::nanoTime);
    loop.executor.shutdownNow();
    assertThat(loop.executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

    end(node);
  }

  @Test
  void commandFailsWhenTheSharedLoopHasEnded() throws Exception {
    RaftNode node = start(System::nanoTime);
    assertThat(insert(node)).isInstanceOf(InsertOutcome.Executed.class);
    loop.executor.shutdownNow();
    assertThat(loop.executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

    var outcome = node.insert(command()).toCompletableFuture();
    node.close();

    assertThat(outcome.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .isNotInstanceOf(InsertOutcome.Executed.class);
  }

  @Test
  void failureOutsideTheDutyCycleStopsTheNode() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    RaftNode node = start(() -> timeUnless(fails));
    assertThat(insert(node)).isInstanceOf(InsertOutcome.Executed.class);

    fails.set(true);

    assertThatThrownBy(
            () -> node.stopped().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(OutOfMemoryError.class);
    server.reopen().close();
  }

  @Test
  void alarmsDoNotMultiplyWhenDeadlinesMove() throws Exception {
    RaftNode node = start(System::nanoTime);
    for (int i = 0; i < 1_000; i++) {
      assertThat(insert(node)).isInstanceOf(InsertOutcome.Executed.class);
    }

    assertThat(loop.executor.getQueue()).hasSizeLessThan(20);
    end(node);
  }

  @Tag("slow")
  @Test
  @Tag("full")
  void stateIsReleasedWhenCloseReturns() throws Exception {
    for (int i = 0; i < 20; i++) {
      RaftNode node = start(System::nanoTime);
      assertThat(insert(node)).isInstanceOf(InsertOutcome.Executed.class);

      node.close();

      assertThat(node.stopped().toCompletableFuture()).isCompleted();
    }
    server.reopen().close();
  }

  @Test
  void nodeStopsByItselfWhenItsLoopIsShutDown() throws Exception {
    RaftNode node = start(System::nanoTime);
    assertThat(insert(node)).isInstanceOf(InsertOutcome.Executed.class);
    loop.executor.shutdownNow();

    var refused = node.insert(command("another")).toCompletableFuture();

    assertThatThrownBy(
            () -> node.stopped().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(RejectedExecutionException.class);
    assertThat(refused.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .isNotInstanceOf(InsertOutcome.Executed.class);
    server.reopen().close();
  }

  /** Closing does not wait for ever for a thread that stands still. */
  private void end(RaftNode node) throws IOException {
    node.close();
    CompletionStage<Boolean> hasStopped = node.stopped().handle((stopped, failure) -> true);
    assertThat(Await.result(hasStopped)).isTrue();
    server.reopen().close();
  }

  private static InsertOutcome insert(RaftNode node) throws Exception {
    InsertOutcome outcome;
    do {
      outcome =
          node.insert(command()).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } while (outcome instanceof InsertOutcome.NotLeader);
    return outcome;
  }

  private static Command command() {
    return command("uid");
  }

  private static Command command(String uid) {
    return new Command(uid, "set", Bytes.utf8("1"));
  }

  private static Set<String> threadsOfNode() {
    Set<String> names = ConcurrentHashMap.newKeySet();
    Thread.getAllStackTraces().keySet().forEach(it -> names.add(it.getName()));
    return names;
  }

  private RaftNode start(Clock clock) throws IOException {
    Configuration alone = new Configuration(List.of(server.member));
    return RaftNode.start(
        TestServer.settings(alone, RaftOptions.DEFAULT, 1),
        server.reopen(),
        new JournalMachine(),
        (to, message) -> {},
        clock,
        Optional.of(loop));
  }

  /** Fails once for the runner that sets an alarm. */
  private static long timeUnless(AtomicBoolean fails) {
    boolean isForAlarm =
        StackWalker.getInstance()
            .walk(frames -> frames.anyMatch(it -> it.getMethodName().equals("alarmAt")));
    if (isForAlarm && fails.compareAndSet(true, false)) {
      throw new OutOfMemoryError("planted");
    }
    return System.nanoTime();
  }

  private static final class TestLoop implements SharedLoop {
    private final ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "test-loop");
              thread.setDaemon(true);
              return thread;
            });

    @Override
    public void execute(Runnable task) {
      executor.execute(task);
    }

    @Override
    public Runnable executeAfter(long delayNanos, Runnable task) {
      ScheduledFuture<?> scheduled = executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
      return () -> scheduled.cancel(false);
    }

    @Override
    public boolean isCurrent() {
      return Thread.currentThread().getName().equals("test-loop");
    }

    @Override
    public boolean isTerminated() {
      return executor.isTerminated();
    }
  }
}

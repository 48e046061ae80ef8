package dev.flotilla.node.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.JournalMachine;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.TestServer;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** No thread of a node ends without the others, wherever it fails. */
final class LoopThreadTest {
  private static final long PATIENCE_SECONDS = Await.limitSeconds();

  @Test
  void aThreadThatFailsOutsideItsLoopStopsTheNode() throws Exception {
    TestServer server = new TestServer(new SplittableRandom(1));
    AtomicBoolean fails = new AtomicBoolean();
    RaftNode node = start(server, () -> timeUnless(fails));
    CompletableFuture<Void> stopped = node.stopped().toCompletableFuture();
    assertThat(stopped).isNotDone();

    fails.set(true);

    assertThatThrownBy(() -> stopped.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(OutOfMemoryError.class);
    assertThat(node.status().state()).isEqualTo(NodeState.FAILED);
    server.reopen().close();
  }

  @Test
  void aNodeHasStoppedEvenIfItCannotReleaseEverything() {
    NodeLifecycle life =
        new NodeLifecycle(
            "test",
            1,
            () -> {},
            () -> {
              throw new InternalError("planted");
            });
    life.close();

    life.loopEnded();

    assertThat(life.stopped().toCompletableFuture()).isCompleted();
  }

  private static RaftNode start(TestServer server, Clock clock) throws IOException {
    Configuration alone = new Configuration(List.of(server.member));
    return RaftNode.start(
        TestServer.settings(alone, RaftOptions.DEFAULT, 1),
        server.reopen(),
        new JournalMachine(),
        (to, message) -> {},
        clock);
  }

  /** Fails once for whoever asks how long to sleep. */
  private static long timeUnless(AtomicBoolean fails) {
    boolean isSleepy =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames.anyMatch(
                        it ->
                            it.getClassName().equals(NodeLoop.class.getName())
                                && it.getMethodName().equals("nanosToNextDeadline")));
    if (isSleepy && fails.compareAndSet(true, false)) {
      throw new OutOfMemoryError("planted");
    }
    return System.nanoTime();
  }
}

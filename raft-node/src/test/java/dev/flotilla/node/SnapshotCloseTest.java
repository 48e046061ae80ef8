package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node that is closed while its state machine writes. */
@Tag("slow")
final class SnapshotCloseTest {
  private static final long PATIENCE_SECONDS = Await.limitSeconds();

  private final CountDownLatch writing = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  @Test
  void closingDoesNotWaitForAStateThatIsLongInWritingAndItsFileIsDiscarded() throws Exception {
    TestServer server = new TestServer(new SplittableRandom(1));
    RaftNode node = start(server);
    CompletableFuture<Void> stopped = node.stopped().toCompletableFuture();
    try {
      awaitExecution(node);
      node.takeSnapshot();
      assertThat(writing.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

      node.close();

      assertThat(stopped).isNotDone();
    } finally {
      goOn.countDown();
    }
    stopped.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(server.disk.list()).noneMatch(name -> name.startsWith("snapshot-"));
    server.reopen().close();
  }

  private RaftNode start(TestServer server) throws IOException {
    NodeSettings settings =
        TestServer.settings(
            new Configuration(List.of(server.member)),
            RaftOptions.DEFAULT.withSnapshots(700, 0),
            1);
    return RaftNode.start(
        settings, server.reopen(), new SlowMachine(), (to, message) -> {}, Clock.system());
  }

  /** The first attempts find no leader yet. */
  private static void awaitExecution(RaftNode node) throws Exception {
    InsertOutcome outcome;
    do {
      outcome =
          node.insert(Commands.command("c"))
              .toCompletableFuture()
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } while (!(outcome instanceof InsertOutcome.Executed));
  }

  /** Writes its state when it is told to. */
  private final class SlowMachine implements RestorableStateMachine {
    @Override
    public StateSnapshot snapshot() {
      return new StateSnapshot() {
        @Override
        public void writeTo(OutputStream target) throws IOException {
          writing.countDown();
          try {
            goOn.await();
          } catch (InterruptedException e) {
            throw new InterruptedIOException("nobody interrupts this");
          }
          target.write(1);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public List<Result> apply(List<CommittedCommand> batch) {
      return batch.stream().map(it -> Result.ok(Bytes.EMPTY)).toList();
    }

    @Override
    public long initialize(Path directory) {
      return 0;
    }

    @Override
    public void recall(int limit, Consumer<Execution> visitor) {}

    @Override
    public Result query(Bytes query) {
      return Result.ok(Bytes.EMPTY);
    }

    @Override
    public void restoreFrom(InputStream source, long lastIndex) {}

    @Override
    public void terminate() {}
  }
}

package dev.flotilla.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A state is restored while a snapshot of another is written, to a target that takes its time. */
class GivenUpSnapshotTest {
  private static final Duration PATIENCE = Await.limit();
  private static final int IMAGE_COMMANDS = 10;

  @TempDir private Path directory;

  /** Of a snapshot that becomes the image, and of one as of which there is an image. */
  @ParameterizedTest
  @ValueSource(ints = {3, IMAGE_COMMANDS})
  void aRestoreDoesNotWaitForTheRestOfTheSnapshot(int commands) throws Exception {
    Machine inMemory = new Machine();
    FileSnapshotMachine machine = new FileSnapshotMachine(inMemory, IMAGE_COMMANDS);
    machine.initialize(directory);
    apply(machine, commands);
    inMemory.isLarge = true;
    StateSnapshot large = machine.snapshot();
    inMemory.isLarge = false;
    SlowTarget target = new SlowTarget();
    try {
      FutureTask<Void> written = started(() -> large.writeTo(target));
      target.begun.await();
      FutureTask<Void> restored =
          started(() -> machine.restoreFrom(InputStream.nullInputStream(), 90));

      assertThat(restored).succeedsWithin(PATIENCE);
      assertThat(written)
          .failsWithin(PATIENCE)
          .withThrowableThat()
          .havingCause()
          .isInstanceOf(SnapshotGivenUp.class);
    } finally {
      target.isOver = true;
    }
    large.close();
    machine.terminate();
    inMemory.assertOneSnapshotAtATime();
    assertThat(new FileSnapshotMachine(new Machine()).initialize(directory)).isEqualTo(90);
  }

  /** It waits for the snapshot thread, which looks at it only after the restore. */
  @ParameterizedTest
  @ValueSource(ints = {3, IMAGE_COMMANDS})
  void theMachineInsideHasOneSnapshotAtATimeAlsoIfOneWasNotBegun(int commands) throws Exception {
    Machine inMemory = new Machine();
    FileSnapshotMachine machine = new FileSnapshotMachine(inMemory, IMAGE_COMMANDS);
    machine.initialize(directory);
    apply(machine, commands);
    StateSnapshot waiting = machine.snapshot();

    machine.restoreFrom(InputStream.nullInputStream(), 90);

    assertThatThrownBy(() -> waiting.writeTo(OutputStream.nullOutputStream()))
        .isInstanceOf(SnapshotGivenUp.class);
    waiting.close();
    machine.snapshot().close();
    machine.terminate();
    inMemory.assertOneSnapshotAtATime();
  }

  private static void apply(FileSnapshotMachine machine, int commands) {
    for (int i = 1; i <= commands; i++) {
      machine.apply(
          List.of(
              new CommittedCommand(
                  new LogPosition(i, 1), new Command("u" + i, "set", Bytes.EMPTY))));
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private static FutureTask<Void> started(Step step) {
    Callable<Void> call =
        () -> {
          step.run();
          return null;
        };
    FutureTask<Void> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "snapshot-test");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  /** As a paced one: whoever writes waits for what the bytes take. */
  private static final class SlowTarget extends OutputStream {
    private static final int BYTES_PER_MILLI = 64 << 10;

    final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    volatile boolean isOver;

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      begun.countDown();
      try {
        if (isOver || never.await(length / BYTES_PER_MILLI, TimeUnit.MILLISECONDS)) {
          throw new IOException("the test is over");
        }
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  /** Its state has no bytes, or more than anybody waits for. */
  private static final class Machine implements RestorableStateMachine {
    private static final byte[] PART = new byte[8 << 20];

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();
    boolean isLarge;

    void assertOneSnapshotAtATime() {
      assertThat(mostOpen).as("snapshots at a time").hasValue(1);
      assertThat(open).as("snapshots that were closed never, or twice").hasValue(0);
    }

    @Override
    public long initialize(Path home) {
      return 0;
    }

    @Override
    public void recall(int limit, Consumer<Execution> visitor) {}

    @Override
    public List<Result> apply(List<CommittedCommand> batch) {
      return batch.stream().map(each -> Result.ok(Bytes.EMPTY)).toList();
    }

    @Override
    public Result query(Bytes query) {
      return Result.ok(Bytes.EMPTY);
    }

    @Override
    public StateSnapshot snapshot() {
      mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
      int parts = isLarge ? Integer.MAX_VALUE : 0;
      return new StateSnapshot() {
        @Override
        public void writeTo(OutputStream target) throws IOException {
          for (int i = 0; i < parts; i++) {
            target.write(PART);
          }
        }

        @Override
        public void close() {
          open.decrementAndGet();
        }
      };
    }

    @Override
    public void restoreFrom(InputStream source, long lastIndex) {}

    @Override
    public void terminate() {}
  }
}

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
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The machine inside writes its image by streams that tell nobody, or too late, what has failed.
 */
class CarelessWriterTest {
  private static final int IMAGE_COMMANDS = 100;
  private static final int LINES = 50_000;

  @TempDir private Path directory;
  private final FileSnapshotMachine machine = machine(CarelessWriterTest::print);

  private static FileSnapshotMachine machine(Writing writing) {
    return new FileSnapshotMachine(new Careless(writing), IMAGE_COMMANDS);
  }

  private static void begin(FileSnapshotMachine begun, Path home) throws IOException {
    begun.initialize(home);
    begun.apply(
        List.of(new CommittedCommand(new LogPosition(1, 1), new Command("u", "set", Bytes.EMPTY))));
  }

  @BeforeEach
  void begin() throws IOException {
    begin(machine, directory);
  }

  @Test
  void whatTheTargetDidNotTakeIsNoImageEither() throws IOException {
    StateSnapshot held = machine.snapshot();

    assertThatThrownBy(() -> held.writeTo(new FailingOnce(() -> {}))).hasMessage("no room");

    assertThat(afterACrash()).isZero();
    held.close();
    machine.terminate();
    assertThat(afterACrash()).isEqualTo(1);
  }

  @Test
  void aSnapshotOfAStateThatWasReplacedMeanwhileIsNotWhole() throws IOException {
    try (StateSnapshot image = machine.snapshot()) {
      image.writeTo(OutputStream.nullOutputStream());
    }
    StateSnapshot held = machine.snapshot();

    assertThatThrownBy(
            () ->
                held.writeTo(
                    new FailingOnce(() -> machine.restoreFrom(InputStream.nullInputStream(), 90))))
        .isInstanceOf(SnapshotGivenUp.class);
  }

  @Test
  void whoWritesItsRestWhenItIsClosedIsToldWhatFailedAllTheSame(@TempDir Path other)
      throws IOException {
    FileSnapshotMachine closing = machine(CarelessWriterTest::writeAndClose);
    begin(closing, other);
    StateSnapshot held = closing.snapshot();

    assertThatThrownBy(() -> held.writeTo(new FailingOnce(() -> {})))
        .isInstanceOf(IOException.class)
        .hasMessage("no room");
  }

  /** A writer that keeps what has failed to itself. */
  private static void print(OutputStream target) {
    PrintWriter writer = new PrintWriter(target, false, StandardCharsets.UTF_8);
    for (int i = 0; i < LINES; i++) {
      writer.println(i);
    }
    writer.flush();
  }

  /** As any stack of streams does: what could not be written is tried once more at its end. */
  private static void writeAndClose(OutputStream target) throws IOException {
    OutputStream unclosed =
        new FilterOutputStream(target) {
          @Override
          public void close() throws IOException {
            flush();
          }
        };
    try (OutputStream stack = new BufferedOutputStream(unclosed)) {
      for (int i = 0; i < LINES; i++) {
        stack.write(i);
      }
    }
  }

  private long afterACrash() throws IOException {
    return machine(CarelessWriterTest::print).initialize(directory);
  }

  private interface Event {
    void happen() throws IOException;
  }

  private interface Writing {
    void to(OutputStream target) throws IOException;
  }

  /** Takes no piece but the first. */
  private static final class FailingOnce extends OutputStream {
    private final Event event;
    private int pieces;

    FailingOnce(Event event) {
      this.event = event;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      pieces++;
      if (pieces == 2) {
        event.happen();
        throw new IOException("no room");
      }
    }
  }

  private static final class Careless implements RestorableStateMachine {
    private final Writing writing;

    Careless(Writing writing) {
      this.writing = writing;
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
      return new StateSnapshot() {
        @Override
        public void writeTo(OutputStream target) throws IOException {
          writing.to(target);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void restoreFrom(InputStream source, long lastIndex) {}

    @Override
    public void terminate() {}
  }
}

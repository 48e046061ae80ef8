package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.codec.ResultCodec;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestorableMachineTest {
  record Add(int count) {}

  record Total(int now) {}

  private static final class Counter implements RestorableState<Add, Total> {
    private int now;

    @Override
    public Total apply(Add command, CommandContext context) {
      now += command.count();
      return new Total(now);
    }

    @Override
    public StateImage image() {
      int held = now;
      return target -> {
        if (held == 100) {
          throw new UncheckedIOException(new SnapshotGivenUp("it takes no more"));
        }
        target.write(held);
      };
    }

    @Override
    public void restore(InputStream source) throws IOException, CodecException {
      int read = source.read();
      if (read < 0) {
        throw new CodecException("nothing there");
      }
      if (read == 100) {
        throw new UncheckedIOException(new EOFException("the source has ended"));
      }
      if (read > 100) {
        throw new IllegalArgumentException(read + " is too many");
      }
      now = read;
    }
  }

  record Greet(String name) {}

  record GuestList(List<String> names) {}

  /** Keeps whom it greeted, and an image of it as JSON. */
  private static final class Guests implements RestorableState<Greet, Total> {
    private final ValueCodec<GuestList> codec = RecordCodec.forValues(GuestList.class);
    private final List<String> names = new ArrayList<>();

    @Override
    public Total apply(Greet command, CommandContext context) {
      names.add(command.name());
      return new Total(names.size());
    }

    @Override
    public StateImage image() {
      GuestList held = new GuestList(List.copyOf(names));
      return target -> codec.writeTo(target, held);
    }

    @Override
    public void restore(InputStream source) throws IOException, CodecException {
      names.clear();
      names.addAll(codec.readFrom(source).names());
    }
  }

  private static RestorableMachine<?, ?> machine() {
    return machine(Add.class, new Counter());
  }

  private static <C> RestorableMachine<?, ?> machine(
      Class<C> commands, RestorableState<C, Total> state) {
    return new RestorableMachine<>(
        RecordCodec.forCommands(commands),
        ResultCodec.same(RecordCodec.forValues(Total.class)),
        1,
        state);
  }

  private static Result add(RestorableMachine<?, ?> machine, long index, int count) {
    return apply(machine, index, "Add", "{\"count\":" + count + "}");
  }

  private static Result apply(
      RestorableMachine<?, ?> machine, long index, String name, String json) {
    Command command = new Command("u" + index, name, Bytes.utf8(json));
    return machine.apply(List.of(new CommittedCommand(new LogPosition(index, 1), command))).get(0);
  }

  @Test
  void aStateIsHeldWhileCommandsGoOnAndRestoredElsewhere() throws IOException {
    RestorableMachine<?, ?> machine = machine();
    add(machine, 1, 5);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (StateSnapshot held = machine.snapshot()) {
      add(machine, 2, 1);
      held.writeTo(file);
    }

    RestorableMachine<?, ?> restored = machine();
    restored.restoreFrom(new ByteArrayInputStream(file.toByteArray()), 1);

    assertThat(add(restored, 2, 1)).isEqualTo(Result.ok(Bytes.utf8("{\"now\":6}")));
  }

  @Test
  void anImageThatIsNotUnderstoodSaysSo() {
    assertThatThrownBy(() -> machine().restoreFrom(InputStream.nullInputStream(), 1))
        .isInstanceOf(IOException.class)
        .hasMessage("the state cannot be restored: nothing there");
  }

  @Test
  void aSourceThatFailsIsToldAsWhatItIsThoughTheStateWrapsIt() {
    assertThatThrownBy(() -> machine().restoreFrom(new ByteArrayInputStream(new byte[] {100}), 1))
        .isInstanceOf(EOFException.class)
        .hasMessage("the source has ended");
  }

  /** Else the node would stop where only a snapshot is given up. */
  @Test
  void aTargetThatFailsIsToldAsWhatItIsThoughTheStateWrapsIt() throws IOException {
    RestorableMachine<?, ?> machine = machine();
    add(machine, 1, 100);

    try (StateSnapshot held = machine.snapshot()) {
      assertThatThrownBy(() -> held.writeTo(OutputStream.nullOutputStream()))
          .isInstanceOf(SnapshotGivenUp.class)
          .hasMessage("it takes no more");
    }
  }

  /** Else it would be taken for a fault of the settings with which the server was started. */
  @Test
  void anImageAtWhichTheStateBreaksSaysSoAndKeepsTheCause() {
    assertThatThrownBy(() -> machine().restoreFrom(new ByteArrayInputStream(new byte[] {101}), 1))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the state cannot be restored: ")
        .hasMessageContaining("IllegalArgumentException: 101 is too many")
        .hasMessageEndingWith("start the server with a program that reads it")
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTextThatNoImageCouldHoldIsRejectedAndTheNextImageIsWritten() throws IOException {
    RestorableMachine<?, ?> machine = machine(Greet.class, new Guests());
    assertThat(apply(machine, 1, "Greet", "{\"name\":\"Ann\"}").success()).isTrue();
    Result hostile = apply(machine, 2, "Greet", "{\"name\":\"\\ud800\"}");
    assertThat(hostile.success()).isFalse();
    assertThat(hostile.value().toUtf8()).contains("half a surrogate pair");

    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (StateSnapshot held = machine.snapshot()) {
      held.writeTo(file);
    }
    assertThat(file.toString(StandardCharsets.UTF_8)).isEqualTo("{\"names\":[\"Ann\"]}");
  }
}

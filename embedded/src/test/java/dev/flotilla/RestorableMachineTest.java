package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.LogPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestorableMachineTest {
  record Add(int count) {}

  record Total(int now) {}

  private static final class Counter implements RestorableState<Add, Total> {
    private int now;

    @Override
    public Total apply(Add command) {
      now += command.count();
      return new Total(now);
    }

    @Override
    public StateImage image() {
      int held = now;
      return target -> target.write(held);
    }

    @Override
    public void restore(InputStream source) throws IOException, CodecException {
      int read = source.read();
      if (read < 0) {
        throw new CodecException("nothing there");
      }
      now = read;
    }
  }

  private static RestorableMachine machine() {
    Counter state = new Counter();
    return new RestorableMachine(
        new TypedStateMachine<>(
            RecordCodec.forCommands(Add.class), RecordCodec.forValues(Total.class), state),
        state);
  }

  private static Result add(RestorableMachine machine, long index, int count) {
    Command command = new Command("u" + index, "Add", Bytes.utf8("{\"count\":" + count + "}"));
    return machine.apply(List.of(new CommittedCommand(new LogPosition(index, 1), command))).get(0);
  }

  @Test
  void aStateIsHeldWhileCommandsGoOnAndRestoredElsewhere() throws IOException {
    RestorableMachine machine = machine();
    add(machine, 1, 5);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (StateSnapshot held = machine.snapshot()) {
      add(machine, 2, 1);
      held.writeTo(file);
    }

    RestorableMachine restored = machine();
    restored.restoreFrom(new ByteArrayInputStream(file.toByteArray()), 1);

    assertThat(add(restored, 2, 1)).isEqualTo(Result.ok(Bytes.utf8("{\"now\":6}")));
  }

  @Test
  void anImageThatIsNotUnderstoodSaysSo() {
    assertThatThrownBy(() -> machine().restoreFrom(InputStream.nullInputStream(), 1))
        .isInstanceOf(IOException.class)
        .hasMessage("the state cannot be restored: nothing there");
  }
}

package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.codec.RecordCodec;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.LogPosition;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypedStateMachineTest {
  sealed interface Order {
    record Divide(double by) implements Order {}

    record Look() implements Order, Query {}
  }

  record Value(double now) {}

  private static final class Ratio implements ReplicatedState<Order, Value> {
    private double now = 1;

    @Override
    public Value apply(Order order) throws Rejected {
      double by = ((Order.Divide) order).by();
      if (by < 0) {
        throw new Rejected("negative");
      }
      now /= by;
      return new Value(now);
    }

    @Override
    public Value answer(Order query) {
      return new Value(now);
    }
  }

  private final TypedStateMachine<Order, Value> machine =
      new TypedStateMachine<>(
          RecordCodec.forCommands(Order.class), RecordCodec.forValues(Value.class), new Ratio());
  private long index;

  @Test
  void executesAndAnswers() {
    assertThat(apply("Divide", "{\"by\":2.0}")).isEqualTo(Result.ok(Bytes.utf8("{\"now\":0.5}")));
    assertThat(machine.query(Queries.encode(new Queries.Named("Look", Bytes.utf8("{}")))))
        .isEqualTo(Result.ok(Bytes.utf8("{\"now\":0.5}")));
  }

  @Test
  void whatTheStateRejectsIsAResultWithTheReason() {
    assertThat(apply("Divide", "{\"by\":-1.0}")).isEqualTo(Result.rejected(Bytes.utf8("negative")));
  }

  @Test
  void aResultThatCannotBeCarriedIsASuccessWithoutOneSinceTheCommandWasExecuted() {
    assertThat(apply("Divide", "{\"by\":0.0}")).isEqualTo(Result.okWithoutValue());
    assertThat(apply("Divide", "{\"by\":-1.0}").value()).isEqualTo(Bytes.utf8("negative"));
  }

  @Test
  void anAnswerToAQueryThatCannotBeCarriedIsRejectedWithTheReason() {
    apply("Divide", "{\"by\":0.0}");
    Result result = machine.query(Queries.encode(new Queries.Named("Look", Bytes.utf8("{}"))));
    assertThat(result.success()).isFalse();
    assertThat(result.value().toUtf8()).contains("cannot be carried");
  }

  @Test
  void aCommandOfAnotherVersionIsRejected() {
    assertThat(apply("Multiply", "{}").success()).isFalse();
    assertThat(apply("Divide", "{\"by\":\"two\"}").success()).isFalse();
  }

  @Test
  void aQueryIsNotLoggedAndACommandIsNoQuery() {
    assertThat(apply("Look", "{}").success()).isFalse();
    Bytes command = Queries.encode(new Queries.Named("Divide", Bytes.utf8("{\"by\":2.0}")));
    assertThat(machine.query(command).success()).isFalse();
  }

  private Result apply(String name, String parameters) {
    index++;
    Command command = new Command("uid-" + index, name, Bytes.utf8(parameters));
    return machine.apply(List.of(new CommittedCommand(new LogPosition(index, 1), command))).get(0);
  }
}

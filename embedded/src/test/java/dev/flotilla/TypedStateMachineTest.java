package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.codec.ResultCodec;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SessionTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
    public Value apply(Order order, CommandContext context) throws Rejected {
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

  private static final CommandCodec<Order> ORDERS = RecordCodec.forCommands(Order.class);

  private final TypedStateMachine<Order, Value> machine =
      new TypedStateMachine<>(
          ORDERS, ResultCodec.same(RecordCodec.forValues(Value.class)), 1, new Ratio());
  private long index;

  @Test
  void executesAndAnswers() {
    assertThat(apply("Divide", "{\"by\":2.0}")).isEqualTo(Result.ok(Bytes.utf8("{\"now\":0.5}")));
    assertThat(machine.query(ORDERS.questionOf(new Order.Look())))
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
    Result result = machine.query(ORDERS.questionOf(new Order.Look()));
    assertThat(result.success()).isFalse();
    assertThat(result.value().toUtf8()).contains("cannot be carried");
  }

  @Test
  void aCommandOfAnotherVersionFromBeforeTheCheckIsRejected() {
    assertThat(apply("Multiply", "{}").success()).isFalse();
    assertThat(apply("Divide", "{\"by\":\"two\"}").success()).isFalse();
  }

  @Test
  void itObjectsToWhatItCannotReadAndNamesIt() {
    assertThat(objection("Divide", "{\"by\":2.0}")).isEmpty();
    assertThat(objection("Look", "{}")).isEmpty();
    assertThat(objection("Multiply", "{}")).get().asString().contains("Multiply", "version 1");
    assertThat(objection("Divide", "{\"by\":2.0,\"to\":1}"))
        .get()
        .asString()
        .contains("has no 'to'");
  }

  private Optional<String> objection(String name, String parameters) {
    return machine.objection(new Command("uid", name, Bytes.utf8(parameters)));
  }

  @Test
  void aQueryIsNotLoggedAndACommandIsNoQuery() {
    assertThat(apply("Look", "{}").success()).isFalse();
    Bytes command = ORDERS.questionOf(new Order.Divide(2));
    assertThat(machine.query(command).success()).isFalse();
  }

  @Test
  void aStateIsToldOfTimeSessionAndSessionEndsInOrder() {
    List<Object> told = new ArrayList<>();
    ReplicatedState<Order, Value> state =
        new ReplicatedState<>() {
          @Override
          public Value apply(Order command, CommandContext context) {
            told.add(context);
            return new Value(0);
          }

          @Override
          public void sessionEnded(EndedSession end) {
            told.add(end);
          }
        };
    StateMachine typed = Group.named("ratio", Order.class, Value.class).machine(state);
    LogPosition position = new LogPosition(9, 1);
    Command command =
        new Command("uid", "Divide", Bytes.utf8("{\"by\":2.0}")).in(new SessionTag(4, 1, 1));
    List<Result> results =
        typed.applyAll(
            List.of(new SessionEnd(position, 70, 3), new CommittedCommand(position, 70, command)));
    assertThat(results).hasSize(1);
    assertThat(told)
        .containsExactly(new EndedSession(3, 9, 70), new CommandContext(9, 70, OptionalLong.of(4)));
  }

  private Result apply(String name, String parameters) {
    index++;
    Command command = new Command("uid-" + index, name, Bytes.utf8(parameters));
    return machine.apply(List.of(new CommittedCommand(new LogPosition(index, 1), command))).get(0);
  }
}

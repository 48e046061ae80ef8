package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.client.ReadOptions;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.codec.ResultCodec;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group whose commands have results of several types. */
class CommandResultsTest {
  sealed interface Order {
    record Restock(String item, int pieces) implements Order, Command<Integer> {}

    record Clear() implements Order, Command<Void> {}

    record Items() implements Order, Command<List<String>>, Query {}

    record Stock() implements Order, Command<Map<String, Integer>>, Query {}

    record Wrong(boolean isDeep) implements Order, Command<List<String>> {}
  }

  private static final class Shelf implements ReplicatedState<Order, Object> {
    private final Map<String, Integer> stock = new TreeMap<>();

    @Override
    @SuppressWarnings("NullAway") // A command without a result.
    public Object apply(Order order, CommandContext context) throws Rejected {
      if (order instanceof Order.Restock restock) {
        if (restock.pieces() < 0) {
          throw new Rejected("NEGATIVE", "pieces are not negative");
        }
        return stock.merge(restock.item(), restock.pieces(), Integer::sum);
      } else if (order instanceof Order.Wrong wrong) {
        return wrong.isDeep() ? List.of(1) : "no list";
      }
      stock.clear();
      return null;
    }

    @Override
    public Object answer(Order query) {
      return query instanceof Order.Items ? List.copyOf(stock.keySet()) : stock;
    }
  }

  private interface Ordered<T> extends Command<T> {}

  private record Nested(int by) implements Ordered<List<String>> {}

  private record Open<T>(int by) implements Command<T> {}

  private record Plain(int by) {}

  private final Group<Order, Object> group =
      Group.named("shelf-" + UUID.randomUUID().toString().substring(0, 8), Order.class);
  private final StateMachine machine = group.machine(new Shelf());
  private long index;

  @Test
  void eachCommandHasItsOwnResult() {
    assertThat(apply("Restock", "{\"item\":\"tea\",\"pieces\":5}"))
        .isEqualTo(Result.ok(Bytes.utf8("5")));
    assertThat(machine.query(group.question(new Order.Items())))
        .isEqualTo(Result.ok(Bytes.utf8("[\"tea\"]")));
    assertThat(machine.query(group.question(new Order.Stock())))
        .isEqualTo(Result.ok(Bytes.utf8("{\"tea\":5}")));
    assertThat(apply("Clear", "{}")).isEqualTo(Result.ok(Bytes.EMPTY));
  }

  @Test
  void aResultOfAnotherTypeCannotBeCarriedAndStopsNothing() {
    assertThat(apply("Wrong", "{\"isDeep\":false}")).isEqualTo(Result.okWithoutValue());
    assertThat(apply("Wrong", "{\"isDeep\":true}")).isEqualTo(Result.okWithoutValue());
    assertThat(apply("Clear", "{}")).isEqualTo(Result.ok(Bytes.EMPTY));
  }

  @Test
  void theResultIsFoundThroughOtherInterfaces() {
    assertThat(ResultTypes.of(Nested.class).getTypeName())
        .isEqualTo("java.util.List<java.lang.String>");
    assertThat(ResultTypes.of(Order.Clear.class)).isEqualTo(Void.class);
  }

  @Test
  void aCommandThatNamesNoResultIsRefused() {
    assertThatThrownBy(() -> Group.named("shelf", Plain.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Plain names no result; have it implement Command<R>");
    assertThatThrownBy(() -> ResultTypes.of(Open.class))
        .hasMessageContaining("leaves its result T open");
  }

  @Test
  void theSchemaOfResultsNamesTheCommands() {
    ResultCodec<Order, Object> results =
        RecordCodec.forResults(Order.class, type -> ResultTypes.of(type));
    assertThat(results.schema())
        .get()
        .asString()
        .contains(
            "\"properties\":{\"Items\":{\"type\":\"array\"",
            "\"Restock\":{\"type\":\"integer\"",
            "\"Stock\":{\"type\":\"object\"")
        .doesNotContain("Clear");
  }

  @Test
  @Tag("slow")
  void aClientGetsTheTypeThatTheCommandNames(@TempDir Path directory) throws Exception {
    try (FlotillaServer server = group.server(new Shelf()).expect(1).directory(directory).start();
        CommandClient client =
            CommandClient.of(
                group.client().servers(server.address()).timeout(Await.limit()).connect())) {
      int stock = client.execute(new Order.Restock("tea", 5));
      List<String> items = client.execute(new Order.Items());
      Map<String, Integer> all = client.execute(new Order.Stock(), ReadOptions.linearizable());
      assertThat(stock).isEqualTo(5);
      assertThat(items).containsExactly("tea");
      assertThat(all).containsExactly(Map.entry("tea", 5));
      assertThat(client.<Void>execute(new Order.Clear())).isNull();

      Outcome<Integer> more =
          client.submit(new Order.Restock("rice", 2)).get(Await.limitSeconds(), TimeUnit.SECONDS);
      assertThat(more).isEqualTo(new Outcome.Done<>(2));
      assertThatThrownBy(() -> client.execute(new Order.Restock("tea", -1)))
          .isInstanceOf(CommandRejected.class);
      assertThatThrownBy(() -> client.execute(new Nested(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Nested is none of [Clear, Items, Restock, Stock, Wrong]");
    }
  }

  private Result apply(String name, String parameters) {
    dev.flotilla.raft.model.Command sent =
        new dev.flotilla.raft.model.Command("u" + index, name, Bytes.utf8(parameters));
    index++;
    return machine.apply(List.of(new CommittedCommand(new LogPosition(index, 1), sent))).get(0);
  }
}

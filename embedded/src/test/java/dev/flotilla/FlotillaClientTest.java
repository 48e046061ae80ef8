package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.client.Network;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FlotillaClientTest {
  sealed interface Order {
    record Add(int count) implements Order {}

    record Look() implements Order, Query {}
  }

  record Total(int now) {}

  /** What a client of another version expects. */
  record Sum(int sum) {}

  /** Counts, once it may. */
  private static final class Counter implements ReplicatedState<Order, Total> {
    private final CountDownLatch gate;
    private volatile Runnable afterwards = () -> {};
    private int total;

    Counter(CountDownLatch gate) {
      this.gate = gate;
    }

    @Override
    public Total apply(Order order, CommandContext context) {
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      total += ((Order.Add) order).count();
      afterwards.run();
      return new Total(total);
    }

    @Override
    public Total answer(Order query) {
      return new Total(total);
    }
  }

  private static final Duration LIMIT = Await.limit();

  @TempDir private Path directory;

  private final String name = "client-" + UUID.randomUUID().toString().substring(0, 8);
  private final Group<Order, Total> group = Group.named(name, Order.class, Total.class);
  private final CountDownLatch gate = new CountDownLatch(1);
  private final Counter counter = new Counter(gate);
  private FlotillaServer server;

  @BeforeEach
  void found() throws Exception {
    server = group.server(counter).expect(1).directory(directory).start();
    server.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  @AfterEach
  void close() {
    gate.countDown();
    server.close();
  }

  @Test
  void aCommandOfUnknownOutcomeIsSentAgainUnderItsUidAndExecutedOnce() throws Exception {
    Order.Add command = new Order.Add(3);
    OutcomeUnknown unknown;
    try (FlotillaClient<Order, Total> hasty =
        group.client().timeout(Duration.ofSeconds(3)).connect()) {
      unknown = Await.present(() -> "no unknown outcome", () -> unknownOutcome(hasty, command));
    }
    gate.countDown();
    try (FlotillaClient<Order, Total> client = patientClient()) {
      assertThat(client.executeAgain(command, unknown.uid())).isEqualTo(new Total(3));
      assertThat(client.executeAgain(command, unknown.uid())).isEqualTo(new Total(3));
      assertThat(client.execute(new Order.Look())).isEqualTo(new Total(3));
    }
  }

  /** None if the command has certainly not been executed: it found no server within its time. */
  private static Optional<OutcomeUnknown> unknownOutcome(
      FlotillaClient<Order, Total> hasty, Order.Add command) {
    return catchThrowable(() -> hasty.execute(command)) instanceof OutcomeUnknown unknown
        ? Optional.of(unknown)
        : Optional.empty();
  }

  @Test
  void anotherCommandUnderTheUidIsRefused() throws Exception {
    gate.countDown();
    String uid = "urn:uuid:" + UUID.randomUUID();
    try (FlotillaClient<Order, Total> client = patientClient()) {
      client.executeAgain(new Order.Add(1), uid);
      assertThatThrownBy(() -> client.executeAgain(new Order.Add(2), uid))
          .isInstanceOf(CommandRefused.class)
          .hasMessageContaining("another command");
      assertThatThrownBy(() -> client.submitAgain(new Order.Look(), uid))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("anew");
    }
  }

  @Test
  void aUidThatNoClientMakesIsRefused() throws Exception {
    gate.countDown();
    try (FlotillaClient<Order, Total> client = patientClient()) {
      for (String uid : List.of("nonsense", "", "urn:uuid:7", "urn:flotilla:session:1:2:x")) {
        assertThatThrownBy(() -> client.executeAgain(new Order.Add(1), uid))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("'" + uid + "' is not the uid of an earlier attempt");
      }
      assertThat(client.execute(new Order.Look())).isEqualTo(new Total(0));
    }
  }

  @Test
  void noCommandIsRefusedWithASentence() throws Exception {
    try (FlotillaClient<Order, Total> client = patientClient()) {
      assertThatThrownBy(() -> client.execute(null))
          .isInstanceOf(NullPointerException.class)
          .hasMessageContaining("the command is null; pass a command or a query");
      assertThatThrownBy(() -> client.ask(null, ReadOptions.linearizable()))
          .hasMessageContaining("the command is null");
    }
  }

  @Test
  @Tag("full")
  void aRefusedSecondAttemptDoesNotProveThatTheFirstWasNotExecuted() throws Exception {
    String uid = "urn:uuid:" + UUID.randomUUID();
    try (FlotillaClient<Order, Total> nobody =
        Group.named(name + "-nobody", Order.class, Total.class)
            .client()
            .timeout(Duration.ofMillis(300))
            .connect()) {
      assertThatThrownBy(() -> nobody.executeAgain(new Order.Add(1), uid))
          .isInstanceOfSatisfying(OutcomeUnknown.class, e -> assertThat(e.uid()).isEqualTo(uid))
          .hasMessageContaining("no server of the group");
    }
  }

  @Test
  void aResultOfAnotherVersionIsExecutedAndNeitherUnknownNorRefused() throws Exception {
    gate.countDown();
    try (FlotillaClient<Order, Sum> other =
            Group.named(name, Order.class, Sum.class).client().timeout(LIMIT).connect();
        FlotillaClient<Order, Total> client = patientClient()) {
      assertThatThrownBy(() -> other.execute(new Order.Add(3)))
          .isInstanceOf(ResultUnavailable.class)
          .hasMessageContaining("executed")
          .hasMessageContaining("9 bytes")
          .hasMessageContaining("sum");
      assertThat(client.execute(new Order.Look())).isEqualTo(new Total(3));
    }
  }

  @Test
  void toWaitOnAThreadOfTheClientIsRefusedAndNothingIsSent() throws Exception {
    try (FlotillaClient<Order, Total> client = patientClient()) {
      CompletableFuture<Total> inCallback =
          onOwnThread(client, () -> client.execute(new Order.Add(100)));
      assertThatThrownBy(() -> inCallback.get(Await.limitSeconds(), TimeUnit.SECONDS))
          .hasCauseInstanceOf(IllegalStateException.class)
          .hasMessageContaining("thenAcceptAsync");
      assertThat(client.execute(new Order.Look())).isEqualTo(new Total(1));
    }
  }

  @Test
  void aClientMayBeClosedOnItsOwnThread() throws Exception {
    FlotillaClient<Order, Total> client = patientClient();
    CompletableFuture<Thread> closer =
        onOwnThread(
            client,
            () -> {
              client.close();
              return Thread.currentThread();
            });
    Thread clientThread = closer.get(Await.limitSeconds(), TimeUnit.SECONDS);
    clientThread.join(Await.limitMillis());
    assertThat(clientThread.isAlive()).isFalse();
  }

  @Test
  void aServerMayBeClosedByItsState() throws Exception {
    counter.afterwards = server::close;
    gate.countDown();
    try (FlotillaClient<Order, Total> client = patientClient()) {
      client.submit(new Order.Add(1));
      server.stopped().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
    }
  }

  private FlotillaClient<Order, Total> patientClient() throws IOException {
    return group.client().timeout(LIMIT).connect();
  }

  /** The state lets the command end only when something depends on its end. */
  private <T> CompletableFuture<T> onOwnThread(
      FlotillaClient<Order, Total> client, Supplier<T> task) {
    CompletionStage<T> result = client.submit(new Order.Add(1)).thenApply(outcome -> task.get());
    gate.countDown();
    return result.toCompletableFuture();
  }

  @Test
  @Tag("full")
  void staleReadsTellTheIndexAndTheAgeOfTheirState() throws Exception {
    gate.countDown();
    try (FlotillaClient<Order, Total> client = group.client().timeout(LIMIT).connect()) {
      client.execute(new Order.Add(2));
      Reading<Total> bounded = ask(client, ReadOptions.boundedStaleness(Duration.ofSeconds(60)));
      assertThat(bounded.outcome()).isEqualTo(new Outcome.Done<>(new Total(2)));
      assertThat(bounded.state().index().orElseThrow()).isGreaterThan(1);
      assertThat(bounded.state().age()).isPresent();
      Reading<Total> local = ask(client, ReadOptions.local());
      assertThat(local.outcome()).isEqualTo(new Outcome.Done<>(new Total(2)));
      assertThat(local.state().age()).isEmpty();
    }
  }

  private static Reading<Total> ask(FlotillaClient<Order, Total> client, ReadOptions options)
      throws Exception {
    return client
        .ask(new Order.Look(), options)
        .toCompletableFuture()
        .get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void commandsBeyondTheBoundWaitForRoomIfTheyMay() throws Exception {
    gate.countDown();
    int commands = 3_000;
    try (ClientRuntime runtime = ClientRuntime.start(Network.LOOPBACK);
        FlotillaClient<Order, Total> client =
            group.client().timeout(LIMIT).maxCalls(64, commands).runtime(runtime).connect()) {
      List<CompletionStage<Outcome<Total>>> ends = new ArrayList<>();
      for (int i = 0; i < commands; i++) {
        ends.add(client.submit(new Order.Add(1)));
      }
      for (CompletionStage<Outcome<Total>> end : ends) {
        assertThat(end.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS))
            .isInstanceOf(Outcome.Done.class);
      }
      assertThat(client.execute(new Order.Look())).isEqualTo(new Total(commands));
    }
  }

  @Test
  void keysBesideASharedRuntimeAreRefused() throws Exception {
    try (ClientRuntime runtime = ClientRuntime.start(Network.LOOPBACK)) {
      var builder = group.client().runtime(runtime).keys(Path.of("keys"));
      assertThatThrownBy(builder::connect)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("ClientRuntime.start");
    }
  }

  @Test
  void aWatchBeginsAtAnIndexOfTheLog() throws Exception {
    try (FlotillaClient<Order, Total> client = patientClient()) {
      assertThatThrownBy(() -> client.watch(0, change -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("index 0");
    }
  }

  @Test
  void aTextThatIsNoCodeIsNone() {
    assertThat(new Rejected("the user's own words", "no").code()).isEmpty();
    assertThat(new Rejected("FULL", "no").code()).contains("FULL");
  }
}

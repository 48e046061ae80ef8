package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raftdpws.message.OpenSessionResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that numbers its commands in a session (safety rule 6). */
class SessionClientTest {
  private static final String NAME = "session-test";

  /** An attempt that is given up because the machine stood still is one more at the server. */
  private static final int LONG_MILLIS = 600_000;

  private final EventLoops loops = EventLoops.start(1, "session-test");
  private ClientRuntime runtime;
  private ScriptedServer server;

  @BeforeEach
  void open() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      runtime = ClientRuntime.start(DiscoverySettings.loopback().withPort(free.getLocalPort()));
    }
    server = ScriptedServer.open(loops, NAME, "g1");
  }

  @AfterEach
  void close() {
    server.close();
    runtime.close();
    loops.close();
  }

  @Test
  void oneSessionIsOpenedByTheFirstCommandAndAllAreNumberedInIt() throws Exception {
    try (GroupClient client = client(LONG_MILLIS)) {
      for (int i = 0; i < 3; i++) {
        assertThat(submit(client)).isInstanceOf(CommandOutcome.Executed.class);
      }
    }
    assertThat(server.openings()).hasSize(1);
    assertThat(tags()).containsExactly(tag(101, 1, 1), tag(101, 2, 2), tag(101, 3, 3));
  }

  @Test
  void commandsThatComeWhileTheSessionIsOpenedWaitForIt() throws Exception {
    LinkedBlockingQueue<Exchange<OpenSessionResponse>> opening = new LinkedBlockingQueue<>();
    server.thenOpening(opening::add);
    try (GroupClient client = client(LONG_MILLIS)) {
      List<CompletableFuture<CommandOutcome>> all =
          IntStream.range(0, 5)
              .mapToObj(i -> client.submit("x", Bytes.EMPTY).toCompletableFuture())
              .toList();
      Exchange<OpenSessionResponse> first = opening.poll(Await.limitSeconds(), TimeUnit.SECONDS);
      assertThat(server.received()).isEmpty();
      first.answer(OpenSessionResponse.opened(7));
      for (CompletableFuture<CommandOutcome> each : all) {
        assertThat(each.get(Await.limitSeconds(), TimeUnit.SECONDS))
            .isInstanceOf(CommandOutcome.Executed.class);
      }
    }
    assertThat(server.openings()).hasSize(1);
    assertThat(tags())
        .allMatch(tag -> tag.session() == 7)
        .extracting(SessionTag::sequence)
        .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void readsPassCommandsThatWaitForTheSession() throws Exception {
    LinkedBlockingQueue<Exchange<OpenSessionResponse>> opening = new LinkedBlockingQueue<>();
    server.thenOpening(opening::add);
    try (GroupClient client = client(LONG_MILLIS)) {
      CompletableFuture<CommandOutcome> command =
          client.submit("x", Bytes.EMPTY).toCompletableFuture();
      Exchange<OpenSessionResponse> first = opening.poll(Await.limitSeconds(), TimeUnit.SECONDS);
      assertThat(
              client
                  .query(Bytes.EMPTY)
                  .toCompletableFuture()
                  .get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(ReadOutcome.Found.class);
      assertThat(command).isNotDone();
      first.answer(OpenSessionResponse.opened(7));
      assertThat(command.get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(CommandOutcome.Executed.class);
    }
  }

  @Test
  void aCommandThatWaitsForTheSessionIsRefusedWhenItsClientCloses() throws Exception {
    LinkedBlockingQueue<Exchange<OpenSessionResponse>> opening = new LinkedBlockingQueue<>();
    server.thenOpening(opening::add);
    CompletableFuture<CommandOutcome> command;
    try (GroupClient client = client(LONG_MILLIS)) {
      command = client.submit("x", Bytes.EMPTY).toCompletableFuture();
      assertThat(opening.poll(Await.limitSeconds(), TimeUnit.SECONDS)).isNotNull();
    }
    assertThat(command.get(Await.limitSeconds(), TimeUnit.SECONDS))
        .isInstanceOfSatisfying(
            CommandOutcome.Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(RefusalReason.CLOSED));
  }

  @Test
  void aRetryIsTheSameCommandOfTheSameSession() throws Exception {
    server.then(exchange -> exchange.fault(RaftFault.UNKNOWN.because("lost office")));
    try (GroupClient client = client(LONG_MILLIS)) {
      assertThat(submit(client)).isInstanceOf(CommandOutcome.Executed.class);
    }
    List<Command> sent = commands();
    assertThat(sent).hasSize(2);
    assertThat(sent.get(0)).isEqualTo(sent.get(1));
  }

  @Test
  void theUidOfAnUnknownOutcomeNamesTheCommandForAnyOtherClient() throws Exception {
    CommandOutcome lost;
    unknown();
    try (GroupClient client = client(LONG_MILLIS)) {
      lost = submit(client);
    }
    assertThat(lost).isInstanceOf(CommandOutcome.Unknown.class);
    try (GroupClient other = client(LONG_MILLIS)) {
      Command again = new Command(lost.uid(), "x", Bytes.EMPTY);
      assertThat(
              other
                  .insertAgain(again)
                  .toCompletableFuture()
                  .get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(CommandOutcome.Executed.class);
      assertThat(
              other.insert(again).toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(CommandOutcome.Executed.class);
    }
    assertThat(tags()).isNotEmpty().containsOnly(tag(101, 1, 1));
    assertThat(server.openings()).hasSize(1);
  }

  @Test
  void whatIsNeverExecutedInAnExpiredSessionGoesIntoTheNext() throws Exception {
    try (GroupClient client = client(LONG_MILLIS)) {
      submit(client);
      server.then(exchange -> exchange.fault(RaftFault.SESSION_EXPIRED.because("idle")));
      assertThat(submit(client)).isInstanceOf(CommandOutcome.Executed.class);
    }
    assertThat(tags()).containsExactly(tag(101, 1, 1), tag(101, 2, 2), tag(102, 1, 1));
  }

  @Test
  void whatMayHaveBeenExecutedBeforeItsSessionExpiredStaysUnknown() throws Exception {
    server.then(exchange -> exchange.fault(RaftFault.UNKNOWN.because("lost office")));
    server.then(exchange -> exchange.fault(RaftFault.SESSION_EXPIRED.because("idle")));
    try (GroupClient client = client(LONG_MILLIS)) {
      assertThat(submit(client)).isInstanceOf(CommandOutcome.Unknown.class);
      assertThat(submit(client)).isInstanceOf(CommandOutcome.Executed.class);
    }
    assertThat(tags()).containsExactly(tag(101, 1, 1), tag(101, 1, 1), tag(102, 1, 1));
  }

  @Test
  void whatWasAcknowledgedIsUnknownAndNotInvalidWhenItIsSentAgain() throws Exception {
    server.then(exchange -> exchange.fault(RaftFault.INVALID.because("comes after its client")));
    try (GroupClient client = client(LONG_MILLIS)) {
      Command again = new Command(SessionUid.of(4, 2), "x", Bytes.EMPTY);
      assertThat(
              client
                  .insertAgain(again)
                  .toCompletableFuture()
                  .get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(CommandOutcome.Unknown.class);
    }
  }

  @Test
  void afterAnUnknownCommandOthersGoIntoAnotherSessionAndItKeepsItsPlace() throws Exception {
    try (GroupClient client = client(LONG_MILLIS)) {
      unknown();
      CommandOutcome lost = submit(client);
      assertThat(lost).isInstanceOf(CommandOutcome.Unknown.class);
      submit(client);
      submit(client);
      client
          .insertAgain(new Command(lost.uid(), "x", Bytes.EMPTY))
          .toCompletableFuture()
          .get(Await.limitSeconds(), TimeUnit.SECONDS);
    }
    assertThat(tags()).endsWith(tag(102, 1, 1), tag(102, 2, 2), tag(101, 1, 1));
    assertThat(server.openings()).hasSize(2);
  }

  @Test
  void aGroupThatKnowsNoSessionsGetsUidsAndIsNotAskedEachTime() throws Exception {
    withoutSession(
        exchange -> exchange.fault(RaftFault.NOT_ACTIVATED.because("version 1 is in force")));
  }

  @Test
  void aServerThatDoesNotKnowTheOperationGetsUids() throws Exception {
    withoutSession(exchange -> exchange.fault(SoapFault.actionNotSupported("OpenSession")));
  }

  private void withoutSession(Consumer<Exchange<OpenSessionResponse>> refusal) {
    Await.until(
        () -> "two commands within the time for which the refusal holds",
        () -> {
          server.openings().clear();
          server.received().clear();
          server.thenOpening(refusal);
          long begunNanos = System.nanoTime();
          try (GroupClient client = client(LONG_MILLIS)) {
            assertThat(submit(client)).isInstanceOf(CommandOutcome.Executed.class);
            assertThat(submit(client)).isInstanceOf(CommandOutcome.Executed.class);
          }
          return System.nanoTime() - begunNanos
              < TimeUnit.MILLISECONDS.toNanos(ClientSession.WITHOUT_SESSION_MILLIS);
        });
    assertThat(server.openings()).hasSize(1);
    assertThat(commands()).hasSize(2).allMatch(it -> it.session().isEmpty());
  }

  @Test
  void aGroupWithTooManySessionsIsAskedAgainLater() throws Exception {
    for (int i = 0; i < 2; i++) {
      server.thenOpening(exchange -> exchange.fault(RaftFault.BUSY.because("10000 are open")));
    }
    try (GroupClient client = client(LONG_MILLIS)) {
      assertThat(submit(client)).isInstanceOf(CommandOutcome.Executed.class);
    }
    assertThat(server.openings())
        .hasSize(3)
        .extracting(it -> it.request().uid())
        .containsOnly(server.openings().element().request().uid());
  }

  @Test
  void aCommandWaitsNoLongerForTheSessionOfAPatientOne() throws Exception {
    for (int i = 0; i < 200; i++) {
      server.thenOpening(exchange -> {});
    }
    try (GroupClient client = client(LONG_MILLIS)) {
      CompletableFuture<CommandOutcome> patient = client.submit("x", Bytes.EMPTY);
      CompletableFuture<CommandOutcome> hasty =
          client.submit("x", Bytes.EMPTY, Duration.ofMillis(500));
      assertThat(hasty.get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              CommandOutcome.Refused.class,
              refused -> assertThat(refused.detail()).contains("no session was opened in time"));
      assertThat(patient).isNotDone();
    }
  }

  @Test
  void aHastyCommandThatFindsTheGroupBusyEndsNoOther() throws Exception {
    AtomicBoolean isBusy = new AtomicBoolean(true);
    for (int i = 0; i < 200; i++) {
      server.thenOpening(
          exchange -> {
            if (isBusy.get()) {
              exchange.fault(RaftFault.BUSY.because("10000 are open"));
            } else {
              exchange.answer(OpenSessionResponse.opened(7));
            }
          });
    }
    try (GroupClient client = client(LONG_MILLIS)) {
      CompletableFuture<CommandOutcome> hasty =
          client.submit("x", Bytes.EMPTY, Duration.ofMillis(500));
      CompletableFuture<CommandOutcome> patient = client.submit("x", Bytes.EMPTY);
      assertThat(hasty.get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(CommandOutcome.Refused.class);
      isBusy.set(false);
      assertThat(patient.get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(CommandOutcome.Executed.class);
    }
  }

  @Tag("slow")
  @Test
  void withoutASessionInTimeTheCommandIsRefusedAndNotSent() throws Exception {
    for (int i = 0; i < 200; i++) {
      server.thenOpening(exchange -> exchange.fault(RaftFault.BUSY.because("10000 are open")));
    }
    try (GroupClient client = client(2_000)) {
      // For another reason if the time was over before the server had answered.
      Await.until(
          () -> "a refusal of a busy group",
          () -> {
            CommandOutcome outcome = submit(client);
            assertThat(outcome).isInstanceOf(CommandOutcome.Refused.class);
            return ((CommandOutcome.Refused) outcome).reason() == RefusalReason.BUSY;
          });
    }
    assertThat(server.received()).isEmpty();
  }

  @Test
  void aSessionThatIsBlockedByAnUnknownCommandIsLeftBeforeAnythingPilesUpInIt() {
    SessionNumbers numbers = new SessionNumbers(9);
    assertThat(numbers.next()).contains(1L);
    assertThat(numbers.next()).contains(2L);
    numbers.answered(2);
    assertThat(numbers.isOver()).isFalse();
    numbers.leave();
    assertThat(numbers.isOver()).isTrue();
    assertThat(numbers.tag(2)).as("what is under way").isEqualTo(tag(9, 2, 1));
  }

  @Test
  void aSessionThatIsFullOfWhatIsUnderWayIsNotOver() {
    SessionNumbers numbers = new SessionNumbers(9);
    for (long i = 1; i <= SessionNumbers.MAX_COMMANDS; i++) {
      assertThat(numbers.next()).contains(i);
    }
    numbers.answered(2);
    assertThat(numbers.next()).isEmpty();
    assertThat(numbers.isOver()).isFalse();
    numbers.answered(1);
    assertThat(numbers.next()).isPresent();
  }

  /** The next command may have been executed, and nobody will ever know. */
  private void unknown() {
    server.then(exchange -> exchange.fault(RaftFault.UNKNOWN.because("lost office")));
    server.then(exchange -> exchange.fault(RaftFault.INVALID.because("used before")));
  }

  private static SessionTag tag(long session, long sequence, long lowestUnanswered) {
    return new SessionTag(session, sequence, lowestUnanswered);
  }

  private List<Command> commands() {
    return server.received().stream().map(it -> it.command()).toList();
  }

  private List<SessionTag> tags() {
    return commands().stream().map(it -> it.session().orElseThrow()).toList();
  }

  private static CommandOutcome submit(GroupClient client) throws Exception {
    return client
        .submit("x", Bytes.EMPTY)
        .toCompletableFuture()
        .get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  private GroupClient client(int timeoutMillis) {
    ClientSettings settings =
        ClientSettings.of(NAME)
            .withTimeout(Duration.ofMillis(timeoutMillis))
            .withAttemptTimeout(Duration.ofMillis(LONG_MILLIS))
            .withServers(List.of(server.address()));
    return DpwsGroupClient.connect(settings, runtime);
  }
}

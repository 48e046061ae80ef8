package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DpwsGroupClientTest {
  private static final String NAME = "client-test";

  /** An attempt that is given up because the machine stood still changes the outcome. */
  private static final int LONG_MILLIS = 600_000;

  private final EventLoops loops = EventLoops.start(1, "client-test");
  private ClientRuntime runtime;
  private int discoveryPort;
  @TempDir private Path directory;

  @BeforeEach
  void open() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      discoveryPort = free.getLocalPort();
    }
    runtime = ClientRuntime.start(DiscoverySettings.loopback().withPort(discoveryPort));
  }

  @AfterEach
  void close() {
    runtime.close();
    loops.close();
  }

  @Test
  void executesOnTheLeaderThatAFollowerNames() throws Exception {
    try (ScriptedServer leader = ScriptedServer.open(loops, NAME, "g1");
        ScriptedServer follower = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(LONG_MILLIS, follower)) {
      follower.then(
          exchange ->
              exchange.answer(InsertCommandResponse.notLeader(leader.address().toString())));
      CommandOutcome outcome = insert(client, "x");
      assertThat(leader.received())
          .singleElement()
          .satisfies(
              it ->
                  assertThat(outcome)
                      .isEqualTo(
                          new CommandOutcome.Executed(
                              it.command().uid(), new Answer(true, Bytes.utf8("done")))));
    }
  }

  @Test
  void sendsTheSameUidAgainAfterAnUnknownOutcomeAndTellsTheFirstResult() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(LONG_MILLIS, server)) {
      server.then(exchange -> exchange.fault(RaftFault.UNKNOWN.because("lost office")));
      assertThat(insert(client, "x")).isInstanceOf(CommandOutcome.Executed.class);
      List<String> uids =
          server.received().stream().map(InsertCommandRequest::command).map(Command::uid).toList();
      assertThat(uids).hasSize(2);
      assertThat(uids.get(0)).isEqualTo(uids.get(1));
    }
  }

  @Test
  void aBusyServerOnlyIsRefusedAtTheDeadline() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = askingOnce(2_000, server)) {
      client.responses().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
      awaitEnd(
          client,
          server,
          exchange -> exchange.fault(RaftFault.BUSY.because("1 waits")),
          outcome ->
              outcome instanceof CommandOutcome.Refused refused
                  && refused.reason() == RefusalReason.BUSY);
    }
  }

  @Test
  void aLeaderWithAFullDiskIsRefusedAtTheDeadline() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = askingOnce(2_000, server)) {
      client.responses().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
      awaitEnd(
          client,
          server,
          exchange -> exchange.fault(RaftFault.DISK_FULL.because("no room")),
          outcome ->
              outcome instanceof CommandOutcome.Refused refused
                  && refused.reason() == RefusalReason.DISK_FULL);
    }
  }

  @Test
  void aServerThatDoesNotAnswerMakesTheOutcomeUnknown() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(700, server)) {
      awaitEnd(client, server, exchange -> {}, CommandOutcome.Unknown.class::isInstance);
    }
  }

  /** Inserts until that is the end: it is another one if the time is over before the answer. */
  private static void awaitEnd(
      WireClient client,
      ScriptedServer server,
      Consumer<Exchange<InsertCommandResponse>> answer,
      Predicate<CommandOutcome> wanted) {
    AtomicReference<String> last = new AtomicReference<>("");
    Await.until(
        last::get,
        () -> {
          server.forget();
          for (int i = 0; i < 20; i++) {
            server.then(answer);
          }
          CommandOutcome outcome = insert(client, "x");
          last.set(outcome.toString());
          return wanted.test(outcome);
        });
  }

  @Test
  void aRejectionByTheStateMachineIsAnExecutionWithoutSuccess() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(LONG_MILLIS, server)) {
      server.then(
          exchange ->
              exchange.answer(InsertCommandResponse.executed(false, Bytes.utf8("too hot"))));
      CommandOutcome outcome = insert(client, "x");
      assertThat(((CommandOutcome.Executed) outcome).answer())
          .isEqualTo(new Answer(false, Bytes.utf8("too hot")));
    }
  }

  @Test
  void anInvalidCommandIsRefusedAtOnce() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(LONG_MILLIS, server)) {
      server.then(exchange -> exchange.fault(RaftFault.INVALID.because("used before")));
      CommandOutcome outcome = insert(client, "x");
      assertThat(((CommandOutcome.Refused) outcome).reason()).isEqualTo(RefusalReason.INVALID);
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void aCommandThatXmlCannotCarryIsRefusedAsInvalidWithoutBeingSent() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(LONG_MILLIS, server)) {
      assertThat(insert(client, "warm")).isInstanceOf(CommandOutcome.Executed.class);
      CommandOutcome outcome = insert(client, "bell \u0007");
      assertThat(((CommandOutcome.Refused) outcome).reason()).isEqualTo(RefusalReason.INVALID);
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void anUnknownGroupIsRefusedWithinTheDeadlineAndSaysSo() throws Exception {
    try (WireClient client = client(400)) {
      CommandOutcome outcome = insert(client, "x");
      assertThat(((CommandOutcome.Refused) outcome).reason()).isEqualTo(RefusalReason.NO_SERVER);
      assertThat(((CommandOutcome.Refused) outcome).detail()).contains("no server of the group");
    }
  }

  @Test
  void aServerThatStillFoundsIsNamedInTheRefusal() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "");
        WireClient client = client(1_000, server)) {
      awaitEnd(
          client,
          server,
          exchange -> {},
          outcome ->
              outcome instanceof CommandOutcome.Refused refused
                  && refused.detail().contains("not part of a founded group")
                  && refused.detail().contains("urn:uuid:missing"));
      assertThat(server.received()).isEmpty();
    }
  }

  @Test
  void twoGroupsOfOneNameAreAnErrorThatNamesTheirMembers() throws Exception {
    try (ScriptedServer one = ScriptedServer.open(loops, NAME, "g1");
        ScriptedServer other = ScriptedServer.open(loops, NAME, "g2");
        WireClient client = client(LONG_MILLIS, one, other)) {
      Await.until(() -> "the status of both", () -> client.responses().join().size() == 2);
      CommandOutcome outcome = insert(client, "x");
      assertThat(((CommandOutcome.Refused) outcome).reason()).isEqualTo(RefusalReason.WRONG_GROUP);
      assertThat(((CommandOutcome.Refused) outcome).detail())
          .contains("g1 with " + one.address(), "g2 with " + other.address());
      assertThat(one.received()).isEmpty();
    }
  }

  @Test
  void aGroupThatHasAnsweredIsNotGivenUpForAnotherOfItsName() throws Exception {
    Path file = directory.resolve("addresses");
    try (ScriptedServer one = ScriptedServer.open(loops, NAME, "g1");
        ScriptedServer other = ScriptedServer.open(loops, NAME, "g2")) {
      try (WireClient first = client(LONG_MILLIS, Optional.of(file), one)) {
        assertThat(insert(first, "x")).isInstanceOf(CommandOutcome.Executed.class);
      }
      assertThat(Files.readString(file)).contains("group g1").contains(one.address().toString());
      try (WireClient second = client(LONG_MILLIS, Optional.of(file), other)) {
        assertThat(insert(second, "y")).isInstanceOf(CommandOutcome.Executed.class);
      }
      assertThat(other.received()).isEmpty();
      assertThat(one.received())
          .extracting(InsertCommandRequest::group)
          .last()
          .isEqualTo(Optional.of(new GroupId("g1")));
    }
  }

  @Test
  void aGroupMadeAnewIsRefusedWithTheFileToDelete() throws Exception {
    Path file = directory.resolve("addresses");
    try (ScriptedServer old = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(LONG_MILLIS, Optional.of(file), old)) {
      assertThat(insert(client, "x")).isInstanceOf(CommandOutcome.Executed.class);
    }
    try (ScriptedServer anew = ScriptedServer.open(loops, NAME, "g2")) {
      try (WireClient client = client(LONG_MILLIS, Optional.of(file), anew)) {
        CommandOutcome outcome = insert(client, "y");
        assertThat(((CommandOutcome.Refused) outcome).detail())
            .contains("keeps to g1", "g2 with " + anew.address(), "delete " + file);
      }
      Files.delete(file);
      try (WireClient client = client(LONG_MILLIS, Optional.of(file), anew)) {
        assertThat(insert(client, "y")).isInstanceOf(CommandOutcome.Executed.class);
      }
    }
  }

  @Test
  void rememberedAddressesThatCannotBeCalledArePassedOver() throws Exception {
    Path file = directory.resolve("addresses");
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1")) {
      Files.write(file, List.of("group g1", "ftp://host/", "", server.address().toString()));
      try (WireClient client = client(LONG_MILLIS, Optional.of(file))) {
        assertThat(insert(client, "x")).isInstanceOf(CommandOutcome.Executed.class);
      }
    }
  }

  @Test
  void announcedAddressesThatCannotBeCalledArePassedOver() throws Exception {
    DiscoverySettings settings = DiscoverySettings.loopback().withPort(discoveryPort);
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(LONG_MILLIS);
        Discovery discovery = Discovery.open(settings)) {
      List<URI> announced = new ArrayList<>();
      for (int port = 1; port <= 70; port++) {
        announced.add(URI.create("https://127.0.0.1:" + port + "/"));
      }
      announced.add(URI.create("http://127.0.0.1:65536/"));
      announced.add(server.address());
      discovery.announce(
          new Target(
              "urn:uuid:" + UUID.randomUUID(),
              List.of(new QName(RaftNames.RAFT, RaftNames.DEVICE_TYPE)),
              List.of(RaftNames.scope(NAME)),
              announced,
              1));
      assertThat(insert(client, "x")).isInstanceOf(CommandOutcome.Executed.class);
    }
  }

  @Test
  void aStatusTakesItsSecondThoughAllAnswerAtOnceSoThatWhoAsksAgainNeedsNoPause() throws Exception {
    try (ScriptedServer one = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(LONG_MILLIS, one)) {
      long begunNanos = System.nanoTime();
      assertThat(
              client.responses().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS))
          .hasSize(1);
      assertThat(System.nanoTime() - begunNanos)
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(StatusRound.ROUND_MILLIS));
    }
  }

  @Test
  void aStatusWaitsForAServerThatComesLater() throws Exception {
    int port = quietPort();
    ClientSettings settings =
        ClientSettings.of(NAME)
            .withTimeout(Duration.ofMillis(LONG_MILLIS))
            .withAttemptTimeout(Duration.ofMillis(LONG_MILLIS))
            .withServers(List.of(URI.create("http://127.0.0.1:" + port)))
            .withCalls(20, 0);
    try (WireClient client = DpwsGroupClient.wire(settings, runtime)) {
      var status = client.responses().toCompletableFuture();
      assertThatThrownBy(() -> status.get(StatusRound.ROUND_MILLIS + 300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      try (ScriptedServer late = ScriptedServer.open(loops, NAME, "g1", port)) {
        assertThat(status.get(Await.limitSeconds(), TimeUnit.SECONDS))
            .extracting(one -> one.self().address())
            .containsExactly(Optional.of(late.address().toString()));
      }
    }
  }

  @Test
  void closingEndsWaitingCallsAndLaterOnesAreRefused() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1")) {
      WireClient client = client(LONG_MILLIS, server);
      server.then(exchange -> {});
      var waiting = client.insert(command("x")).toCompletableFuture();
      Await.until(() -> "a request", () -> !server.received().isEmpty());
      client.close();
      assertThat(waiting.get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(CommandOutcome.Unknown.class);
      CommandOutcome late = insert(client, "y");
      assertThat(((CommandOutcome.Refused) late).reason()).isEqualTo(RefusalReason.CLOSED);
    }
  }

  @Test
  void moreCallsThanTheBoundAreRefusedAsBusy() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(LONG_MILLIS, server)) {
      for (int i = 0; i < 20; i++) {
        server.then(exchange -> {});
        client.insert(command("x"));
      }
      CommandOutcome outcome = insert(client, "y");
      assertThat(((CommandOutcome.Refused) outcome).reason()).isEqualTo(RefusalReason.BUSY);
    }
  }

  @Test
  void aQueryIsAnsweredByTheStateMachine() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = client(LONG_MILLIS, server)) {
      assertThat(
              client
                  .query(Bytes.utf8("?"))
                  .toCompletableFuture()
                  .get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isEqualTo(new ReadOutcome.Found<>(new Answer(true, Bytes.utf8("42"))));
    }
  }

  @Test
  void commandsShareConnectionsAndReadsDoNotWaitBehindThem() throws Exception {
    Queue<Exchange<InsertCommandResponse>> held = new ConcurrentLinkedQueue<>();
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client =
            DpwsGroupClient.wire(
                ClientSettings.of(NAME)
                    .withTimeout(Duration.ofMillis(LONG_MILLIS))
                    .withAttemptTimeout(Duration.ofMillis(LONG_MILLIS))
                    .withServers(List.of(server.address()))
                    .withCalls(200, 0),
                runtime)) {
      assertThat(insert(client, "x")).isInstanceOf(CommandOutcome.Executed.class);
      List<CompletableFuture<CommandOutcome>> ends = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        server.then(held::add);
        ends.add(client.insert(command("x")).toCompletableFuture());
      }
      Await.until(() -> held.size() + " commands", () -> held.size() == 100);
      assertThat(
              client
                  .query(Bytes.utf8("?"))
                  .toCompletableFuture()
                  .get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(ReadOutcome.Found.class);
      held.forEach(it -> it.answer(InsertCommandResponse.executed(true, Bytes.utf8("done"))));
      for (CompletableFuture<CommandOutcome> end : ends) {
        assertThat(end.get(Await.limitSeconds(), TimeUnit.SECONDS))
            .isInstanceOf(CommandOutcome.Executed.class);
      }
    }
  }

  /** A free port that nobody gets who asks the system for any: those begin at 32768 at least. */
  private static int quietPort() {
    return Await.present(
        () -> "a free port",
        () -> {
          int port = ThreadLocalRandom.current().nextInt(10_000, 32_000);
          try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return Optional.of(free.getLocalPort());
          } catch (BindException e) {
            return Optional.empty();
          }
        });
  }

  private WireClient client(int timeoutMillis, ScriptedServer... servers) {
    return client(timeoutMillis, Optional.empty(), servers);
  }

  private WireClient client(int timeoutMillis, Optional<Path> file, ScriptedServer... servers) {
    return client(timeoutMillis, RetryPolicy.DEFAULT, file, servers);
  }

  /** Its first wait lasts until the deadline: let it find its server first, by its status. */
  private WireClient askingOnce(int timeoutMillis, ScriptedServer server) {
    RetryPolicy patient =
        RetryPolicy.between(Duration.ofMillis(timeoutMillis), Duration.ofMillis(timeoutMillis));
    return client(timeoutMillis, patient, Optional.empty(), server);
  }

  private WireClient client(
      int timeoutMillis, RetryPolicy policy, Optional<Path> file, ScriptedServer... servers) {
    List<URI> addresses = Arrays.stream(servers).map(ScriptedServer::address).toList();
    return DpwsGroupClient.wire(
        ClientSettings.of(NAME)
            .withTimeout(Duration.ofMillis(timeoutMillis))
            .withAttemptTimeout(Duration.ofMillis(LONG_MILLIS))
            .withRetryPolicy(policy)
            .withServers(addresses)
            .withAddressFile(file.orElse(null))
            .withCalls(20, 0),
        runtime);
  }

  private static CommandOutcome insert(WireClient client, String text) throws Exception {
    return client
        .insert(command(text))
        .toCompletableFuture()
        .get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  private static Command command(String text) {
    return new Command("urn:uuid:" + UUID.randomUUID(), text, Bytes.EMPTY);
  }
}

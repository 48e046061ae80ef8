package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RefusalsTest {
  private static final String NAME = "refusals-test";

  private final EventLoops loops = EventLoops.start(1, "refusals-test");
  private ClientRuntime runtime;

  @BeforeEach
  void open() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      runtime = ClientRuntime.start(DiscoverySettings.loopback().withPort(free.getLocalPort()));
    }
  }

  @AfterEach
  void close() {
    runtime.close();
    loops.close();
  }

  @Test
  void anHttpRefusalIsNotReportedAsSilence() throws Exception {
    try (HttpEndpoint other =
            HttpEndpoint.open(
                loops,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                HttpLimits.DEFAULT);
        GroupClient client =
            connect(settings(URI.create("http://127.0.0.1:" + other.address().getPort()), 1_000))) {
      AtomicReference<String> detail = new AtomicReference<>("");
      Await.until(
          detail::get,
          () -> {
            detail.set(refusal(client).detail());
            return Stream.of("refuses", "HTTP 404").allMatch(detail.get()::contains);
          });
    }
  }

  @Test
  void withoutKeysAReportOfAnotherGroupRefusesNobody() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        GroupClient client =
            connect(
                settings(
                    server.reports(StatusFact.OTHER_GROUPS, "g2 at there").address(), 600_000))) {
      assertThat(insert(client)).isInstanceOf(CommandOutcome.Executed.class);
    }
  }

  @Test
  void aServerOfAnotherGroupIsRefusedBeforeTheTimeout() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g2");
        GroupClient client = connect(settings(server.address(), 600_000).withGroupId("g1"))) {
      CommandOutcome.Refused refused = refusal(client);
      assertThat(refused.reason()).isEqualTo(RefusalReason.WRONG_GROUP);
      assertThat(refused.detail()).contains("keeps to g1", "g2 with");
      assertThat(server.received()).isEmpty();
    }
  }

  @Test
  void theRightServerAtTheAddressOfAStrangerIsFoundLater() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g2");
        GroupClient client = connect(settings(server.address(), 600_000).withGroupId("g1"))) {
      assertThat(refusal(client).reason()).isEqualTo(RefusalReason.WRONG_GROUP);
      server.becomes("g1");
      assertThat(insert(client)).isInstanceOf(CommandOutcome.Executed.class);
    }
  }

  @Test
  void aServerOfAnotherNameIsRefusedBeforeTheTimeout() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, "other", "g2");
        GroupClient client = connect(settings(server.address(), 600_000))) {
      assertThat(refusal(client).detail()).contains("is a server of the group 'other'");
    }
  }

  @Test
  void aChangeThatMayBeMadeIsNotCalledRefusedByTheNextAttempt() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client =
            DpwsGroupClient.wire(
                settings(server.address(), 600_000).withAttemptTimeout(Duration.ofMinutes(10)),
                runtime)) {
      server
          .thenRemoving(exchange -> exchange.fault(RaftFault.UNKNOWN.because("leads no more")))
          .thenRemoving(exchange -> exchange.answer(AdminResponse.refused("it is the last voter")));
      assertThat(removal(client))
          .isInstanceOfSatisfying(
              CommandOutcome.Unknown.class,
              it -> assertThat(it.detail()).contains("leads no more", "it is the last voter"));
      server
          .thenRemoving(exchange -> exchange.fault(RaftFault.UNKNOWN.because("leads no more")))
          .thenRemoving(exchange -> exchange.answer(AdminResponse.DONE));
      assertThat(removal(client))
          .isInstanceOfSatisfying(
              CommandOutcome.Executed.class, it -> assertThat(it.answer().success()).isTrue());
      server.thenRemoving(exchange -> exchange.answer(AdminResponse.refused("it answers")));
      assertThat(removal(client))
          .isInstanceOfSatisfying(
              CommandOutcome.Executed.class, it -> assertThat(it.answer().success()).isFalse());
    }
  }

  @Test
  void aChangeThatIsNotAnsweredInTimeIsUnknown() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        WireClient client = DpwsGroupClient.wire(settings(server.address(), 1_000), runtime)) {
      // Refused if the time was over before the server was asked.
      Await.until(
          () -> "an unknown outcome",
          () -> {
            server.thenRemoving(exchange -> {});
            return removal(client) instanceof CommandOutcome.Unknown;
          });
    }
  }

  @Test
  void aCommandThatIsNotActivatedIsRefusedAsSuch() throws Exception {
    try (ScriptedServer server = ScriptedServer.open(loops, NAME, "g1");
        GroupClient client = connect(settings(server.address(), 2_000))) {
      for (int attempt = 0; attempt < 1_000; attempt++) {
        server.then(exchange -> exchange.fault(RaftFault.NOT_ACTIVATED.because("needs version 2")));
      }
      CommandOutcome.Refused refused =
          Await.present(
              () -> "a refusal for the version",
              () -> Optional.of(insert(client)).flatMap(RefusalsTest::forItsVersion));
      assertThat(refused.detail()).contains("needs version 2");
    }
  }

  /** None if the time was over before the server had answered. */
  private static Optional<CommandOutcome.Refused> forItsVersion(CommandOutcome outcome) {
    return outcome instanceof CommandOutcome.Refused refused
            && refused.reason() == RefusalReason.NOT_ACTIVATED
        ? Optional.of(refused)
        : Optional.empty();
  }

  private static CommandOutcome removal(WireClient client) throws Exception {
    return client
        .administer(
            RaftOperations.REMOVE_MEMBER, new MemberRequest(Optional.empty(), Optional.empty()))
        .get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  private GroupClient connect(ClientSettings settings) {
    return DpwsGroupClient.connect(settings, runtime);
  }

  private static ClientSettings settings(URI server, int timeoutMillis) {
    return ClientSettings.of(NAME)
        .withTimeout(Duration.ofMillis(timeoutMillis))
        .withAttemptTimeout(Duration.ofMillis(1_000))
        .withServers(List.of(server))
        .withCalls(20, 0);
  }

  private static CommandOutcome.Refused refusal(GroupClient client) throws Exception {
    CommandOutcome outcome = insert(client);
    assertThat(outcome).isInstanceOf(CommandOutcome.Refused.class);
    return (CommandOutcome.Refused) outcome;
  }

  private static CommandOutcome insert(GroupClient client) throws Exception {
    Command command = new Command("urn:uuid:" + UUID.randomUUID(), "x", Bytes.EMPTY);
    return client.insert(command).toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }
}

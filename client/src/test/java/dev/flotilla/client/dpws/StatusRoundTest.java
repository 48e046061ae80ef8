package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class StatusRoundTest {
  private static final int ROUNDS = 3;
  private static final int TIMEOUT_MILLIS = (int) (ROUNDS * StatusRound.ROUND_MILLIS);

  private final AtomicInteger connections = new AtomicInteger();

  /** It was asked again every 100 ms, with a handshake each time. */
  @Test
  void aServerThatFailsIsAskedOnceARound() throws Exception {
    try (ServerSocket failing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ClientRuntime runtime =
            ClientRuntime.start(DiscoverySettings.loopback().withPort(freePort()));
        WireClient client = DpwsGroupClient.wire(settings(failing.getLocalPort()), runtime)) {
      Thread closing = new Thread(() -> closeAll(failing), "failing-server");
      closing.setDaemon(true);
      closing.start();

      assertThat(
              client.responses().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isEmpty();

      Await.until(() -> "a connection", () -> connections.get() >= 1);
      assertThat(connections.get()).isLessThanOrEqualTo(ROUNDS + 2);
    }
  }

  @Test
  void aClientThatClosesEndsWhatWaitsForStatuses() throws Exception {
    try (ClientRuntime runtime =
        ClientRuntime.start(DiscoverySettings.loopback().withPort(freePort()))) {
      WireClient client = DpwsGroupClient.wire(settings(1), runtime);
      var waiting = client.responses();

      client.close();

      assertThat(waiting).isCompletedWithValue(List.of());
      assertThat(client.responses()).isCompletedWithValue(List.of());
    }
  }

  /** A host with bridges of containers has many addresses, and all of them answer. */
  @Test
  void aServerIsOneByAllItsAddressesAndItsCopyIsAnother() {
    StatusRound.Answerer met = answerer("10.0.0.1", "process 1");

    assertThat(answerer("172.17.0.1", "process 1")).isEqualTo(met);
    assertThat(answerer("10.0.0.1", "process 2")).isNotEqualTo(met);
  }

  private static StatusRound.Answerer answerer(String host, String process) {
    Member member = new Member(new NodeId(new UUID(0, 1)), new Incarnation(0, 1));
    StatusFacts facts = StatusFacts.NONE.with(StatusFact.PROCESS, process);
    return StatusRound.Answerer.of(
        new StatusResponse(
            3,
            "g",
            Optional.empty(),
            new MemberAddress(member, Optional.of("http://" + host + ":5000/RAFT_Service")),
            StatusResponse.JOINING,
            Optional.empty(),
            new StatusResponse.Progress(0, 0, 0, 0, 0),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            StatusDetails.NONE.withFacts(facts)));
  }

  private void closeAll(ServerSocket server) {
    try {
      while (true) {
        server.accept().close();
        connections.incrementAndGet();
      }
    } catch (IOException e) {
      // The test is over.
      return;
    }
  }

  private static int freePort() throws IOException {
    try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static ClientSettings settings(int port) {
    return ClientSettings.of("g")
        .withTimeout(Duration.ofMillis(TIMEOUT_MILLIS))
        .withServers(List.of(URI.create("http://127.0.0.1:" + port)))
        .withCalls(20, 0);
  }
}

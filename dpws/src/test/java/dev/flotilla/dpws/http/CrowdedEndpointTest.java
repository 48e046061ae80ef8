package dev.flotilla.dpws.http;

import static dev.flotilla.dpws.http.RawClient.echo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that never send a whole request, and those that they must not keep out. */
class CrowdedEndpointTest {
  private static final int MAX_CONNECTIONS = 160;
  private static final int ATTACKERS = 2 * MAX_CONNECTIONS;
  private static final HttpLimits LIMITS = RawClient.PATIENT.withConnections(MAX_CONNECTIONS, 8);

  private final List<RawClient> opened = new ArrayList<>();
  private final Queue<Exchange<String>> unanswered = new ConcurrentLinkedQueue<>();
  private final Semaphore held = new Semaphore(0);
  private EventLoops loops;
  private HttpEndpoint endpoint;

  @BeforeEach
  void open() throws IOException {
    loops = EventLoops.start(1, "test");
    endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), LIMITS);
    endpoint.serve("/echo", Echo.service());
    endpoint.serve(
        "/held",
        SoapService.builder()
            .operation(
                Echo.OPERATION,
                (text, exchange) -> {
                  unanswered.add(exchange);
                  held.release();
                })
            .build());
    endpoint.serve(
        "/peer",
        SoapService.builder()
            .operation(
                Echo.OPERATION,
                (text, exchange) -> {
                  exchange.keepConnection();
                  exchange.answer(text);
                })
            .build());
  }

  @AfterEach
  void close() throws IOException {
    for (RawClient client : opened) {
      client.close();
    }
    endpoint.close();
    loops.close();
  }

  @Test
  void oneByteConnectionsReplaceEachOtherOnly() throws IOException {
    RawClient member = client();
    assertThat(member.post("/peer", echo("urn:id:1", "x")).read().status()).isEqualTo(200);
    RawClient idle = client();
    assertThat(idle.post("/echo", echo("urn:id:1", "x")).read().status()).isEqualTo(200);

    for (int i = 0; i < ATTACKERS; i++) {
      client().send("P");
      if (i % 10 == 0) {
        assertEchoes(client());
      }
    }
    // Half of the places for one address, and the kept connection.
    assertThat(endpoint.connectionCount()).isLessThanOrEqualTo(MAX_CONNECTIONS / 2 + 1);
    assertEchoes(member);
    assertEchoes(idle);
  }

  @Test
  void anIncompleteRequestMakesRoomBeforeACompleteOneIsRefused() throws IOException {
    for (int i = 0; i < MAX_CONNECTIONS / 2; i++) {
      RawClient client = client();
      assertEchoes(client);
      client.send("POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nab");
    }
    for (int i = 0; i < 3 * MAX_CONNECTIONS; i++) {
      assertEchoesOnceThereIsRoom();
    }
  }

  @Test
  void aKeptConnectionNeverMakesRoom() throws IOException {
    RawClient member = client();
    assertThat(member.post("/peer", echo("urn:id:1", "x")).read().status()).isEqualTo(200);
    for (int i = 0; i < ATTACKERS; i++) {
      assertEchoesOnceThereIsRoom();
    }
    assertEchoes(member);
  }

  @Test
  void oneAddressGetsHalfOfThePlacesUnlessItIsPreferred() throws Exception {
    holdOn(MAX_CONNECTIONS / 2);
    assertThat(client().isClosedByServer()).isTrue();

    endpoint.prefer(InetAddress::isLoopbackAddress);
    assertEchoes(client());
  }

  @Test
  void aCrowdOnAMembersHostIsAnsweredInTurn() throws Exception {
    endpoint.prefer(InetAddress::isLoopbackAddress);
    List<RawClient> lasting = holdOn(MAX_CONNECTIONS / 2);
    List<RawClient> onTrial = holdOn(MAX_CONNECTIONS / 8);
    RawClient member = client();
    assertThat(member.post("/peer", echo("urn:id:1", "x")).read().status()).isEqualTo(200);
    unanswered.forEach(it -> it.answer("y"));

    RawClient evicted = onTrial.remove(0);
    assertThat(evicted.isClosedByServer()).as("the longest on trial").isTrue();
    for (RawClient client : onTrial) {
      assertThat(client.read().head()).contains("200", "Connection: close");
      assertThat(client.isClosedByServer()).isTrue();
    }
    for (RawClient client : lasting) {
      assertThat(client.read().head()).contains("200").doesNotContain("Connection: close");
      assertEchoes(client);
    }
    assertEchoes(member);
  }

  @Test
  void whatWasSentAheadOnTrialIsAnsweredBeforeTheEnd() throws Exception {
    endpoint.prefer(InetAddress::isLoopbackAddress);
    List<RawClient> lasting = holdOn(MAX_CONNECTIONS / 2);
    RawClient onTrial = holdOn(1).get(0);
    onTrial.post("/held", echo("urn:id:2", "x"));
    assertThat(held.tryAcquire(1, Await.limitSeconds(), TimeUnit.SECONDS)).isTrue();
    unanswered.forEach(it -> it.answer("y"));

    assertThat(onTrial.read().head()).contains("200").doesNotContain("Connection: close");
    assertThat(onTrial.read().head()).contains("200", "Connection: close");
    assertThat(onTrial.isClosedByServer()).isTrue();
    assertThat(lasting.get(0).read().status()).isEqualTo(200);
  }

  @Test
  void aTrialEndsThoughRequestsKeepComing() throws Exception {
    endpoint.prefer(InetAddress::isLoopbackAddress);
    holdOn(MAX_CONNECTIONS / 2);
    unanswered.clear();
    RawClient onTrial = holdOn(1).get(0);
    onTrial.post("/held", echo("urn:id:2", "x"));
    assertThat(held.tryAcquire(1, Await.limitSeconds(), TimeUnit.SECONDS)).isTrue();

    unanswered.remove().answer("first");
    assertThat(onTrial.read().body()).contains("first");
    onTrial.post("/held", echo("urn:id:3", "x"));
    unanswered.remove().answer("second");

    RawClient.Response last = onTrial.read();
    assertThat(last.body()).contains("second");
    assertThat(last.head()).contains("Connection: close");
    assertThat(onTrial.isClosedByServer()).isTrue();
  }

  /** New connections, each with a request that nobody has answered. */
  private List<RawClient> holdOn(int count) throws IOException, InterruptedException {
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      clients.add(client().post("/held", echo("urn:id:1", "x")));
      assertThat(held.tryAcquire(1, Await.limitSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    return clients;
  }

  private RawClient client() throws IOException {
    RawClient client = new RawClient(endpoint.address());
    opened.add(client);
    return client;
  }

  /** Connections that have just been used make no room for a moment. */
  private void assertEchoesOnceThereIsRoom() throws IOException {
    Optional<IOException> refused = tryEcho();
    while (refused.isPresent()) {
      assertThat(refused.get()).hasMessageMatching("closed after: |.*(reset|[Bb]roken pipe).*");
      refused = tryEcho();
    }
  }

  private Optional<IOException> tryEcho() throws IOException {
    RawClient client = new RawClient(endpoint.address());
    try {
      assertEchoes(client);
      opened.add(client);
      return Optional.empty();
    } catch (IOException e) {
      client.close();
      return Optional.of(e);
    }
  }

  private static void assertEchoes(RawClient client) throws IOException {
    assertThat(client.post("/echo", echo("urn:id:1", "x")).read().status()).isEqualTo(200);
  }
}

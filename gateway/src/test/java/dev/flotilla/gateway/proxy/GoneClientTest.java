package dev.flotilla.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.Admission;
import dev.flotilla.gateway.log.KeyRetention;
import dev.flotilla.gateway.log.MemoryLog;
import dev.flotilla.gateway.log.RequestKey;
import dev.flotilla.gateway.log.RequestLog;
import dev.flotilla.gateway.log.Ticket;
import dev.flotilla.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What a client has repeated elsewhere since is not sent any more. */
class GoneClientTest {
  private static final String PUT = "PUT /v HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx";
  private static final String GET = "GET /g HTTP/1.1\r\nHost: x\r\n\r\n";

  /** Longer than a tick of a worker. */
  private static final Duration LATE = Duration.ofMillis(600);

  private static final int CONNECTIONS_THAT_FILL = 4;

  @Test
  void aPutIsNotSentForAClientThatClosedWhileTheLogWaited() throws Exception {
    try (WebServer server = WebServer.echoing();
        LateLog log = new LateLog();
        Gateway gateway = Gateway.start(options(server.address()), log, event -> {})) {
      try (RawClient client = new RawClient(gateway.address())) {
        client.send(PUT);
        Await.until(() -> "the PUT", () -> gateway.counters().requests() == 1);
        waitFor(LATE);
      }
      seeTheEnd(gateway);
      log.admitted.complete(null);

      Await.until(
          () -> "the end of the PUT", () -> gateway.counters().failed() == 1 || hasPut(server));
      assertThat(hasPut(server)).isFalse();
    }
  }

  @Test
  void aPutIsSentForAClientThatEndsItsSendingSideAtOnce() throws Exception {
    // On a busy machine, some may end their sending side too late.
    Await.until(() -> "a client that gets its answer", GoneClientTest::isAnsweredAfterItsEnd);
  }

  private static boolean isAnsweredAfterItsEnd() throws IOException {
    try (WebServer server = WebServer.echoing();
        LateLog log = new LateLog();
        Gateway gateway = Gateway.start(options(server.address()), log, event -> {});
        RawClient client = new RawClient(gateway.address())) {
      client.send(PUT);
      client.endOutput();
      seeTheEnd(gateway);
      waitFor(LATE);
      log.admitted.complete(null);
      return client.answer(false).status() == 200;
    }
  }

  @Test
  void aPutIsNotSentForAClientThatClosedDuringTheConnect() throws Exception {
    List<SocketChannel> filling = new ArrayList<>();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket full = new ServerSocket(0, 1, loopback)) {
      for (int i = 0; i < CONNECTIONS_THAT_FILL; i++) {
        SocketChannel one = SocketChannel.open();
        filling.add(one);
        one.configureBlocking(false);
        one.connect(full.getLocalSocketAddress());
      }
      HostPort address = new HostPort(loopback.getHostAddress(), full.getLocalPort());
      Patience patience = new Patience(60_000, 1_000, 60_000, 60_000, 60_000, 60_000);
      try (Gateway gateway = TestGateway.start(options(address).with(patience), event -> {})) {
        try (RawClient client = new RawClient(gateway.address())) {
          client.send(PUT);
          Await.until(() -> "the PUT", () -> gateway.counters().requests() == 1);
          waitFor(LATE);
        }
        List<String> heard = listen(full);

        Await.until(() -> "the end of the PUT", () -> gateway.counters().failed() == 1);
        assertThat(heard).noneMatch(line -> line.startsWith("PUT"));
      }
    } finally {
      for (SocketChannel one : filling) {
        one.close();
      }
    }
  }

  private static boolean hasPut(WebServer server) {
    return server.asked.stream().anyMatch(it -> it.method().equals("PUT"));
  }

  private static GatewayOptions options(HostPort server) {
    return TestGateway.options(List.of(server));
  }

  private static void waitFor(Duration time) {
    long beginNanos = System.nanoTime();
    Await.until(() -> "time passes", () -> System.nanoTime() - beginNanos > time.toNanos());
  }

  /** Each event loop answers a request after it has seen what the client did before. */
  private static void seeTheEnd(Gateway gateway) throws IOException {
    for (int i = 0; i < 4; i++) {
      try (RawClient other = new RawClient(gateway.address())) {
        assertThat(other.ask(GET).status()).isEqualTo(200);
      }
    }
  }

  /** Accepts all connections; returns the first lines that come. */
  private static List<String> listen(ServerSocket server) {
    List<String> lines = new CopyOnWriteArrayList<>();
    Thread accepting =
        new Thread(
            () -> {
              while (true) {
                try {
                  Socket accepted = server.accept();
                  Thread reading = new Thread(() -> read(accepted, lines));
                  reading.setDaemon(true);
                  reading.start();
                } catch (IOException e) {
                  return; // The test is over.
                }
              }
            });
    accepting.setDaemon(true);
    accepting.start();
    return lines;
  }

  private static void read(Socket accepted, List<String> lines) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(accepted.getInputStream(), StandardCharsets.ISO_8859_1))) {
      String line = reader.readLine();
      if (line != null) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add(e.toString());
    }
  }

  /** Admits a PUT when the test says so, as a group does that elects its leader. */
  private static final class LateLog implements RequestLog {
    final CompletableFuture<Void> admitted = new CompletableFuture<>();
    private final MemoryLog log = new MemoryLog(KeyRetention.inMemory());

    @Override
    public boolean isReplicated() {
      return log.isReplicated();
    }

    @Override
    public CompletionStage<Admission> admit(WholeRequest request, Optional<RequestKey> key) {
      return request.method().equals("PUT")
          ? admitted.thenCompose(unused -> log.admit(request, key))
          : log.admit(request, key);
    }

    @Override
    public CompletionStage<Admission> admitStreamed(String method) {
      return log.admitStreamed(method);
    }

    @Override
    public CompletionStage<Admission> complete(Ticket ticket, WholeAnswer answer) {
      return log.complete(ticket, answer);
    }

    @Override
    public void completeWithoutAnswer(Ticket ticket) {
      log.completeWithoutAnswer(ticket);
    }

    @Override
    public void abandon(Ticket ticket) {
      log.abandon(ticket);
    }

    @Override
    public void close() {
      log.close();
    }
  }
}

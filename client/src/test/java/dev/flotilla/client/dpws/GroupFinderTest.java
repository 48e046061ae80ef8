package dev.flotilla.client.dpws;

import com.sun.net.httpserver.HttpServer;
import dev.flotilla.client.Network;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GroupFinderTest {
  /** Such as 421 for a host name that the server does not know. */
  @Test
  void aRefusalByHttpIsTheReason() throws IOException {
    HttpServer refusing =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    refusing.createContext("/", exchange -> exchange.sendResponseHeaders(421, -1));
    refusing.start();
    try {
      URI server = URI.create("http://127.0.0.1:" + refusing.getAddress().getPort());

      Await.until(
          () -> "a reason, and not that nobody answers",
          () -> {
            String reason = explanation(server);
            return reason.startsWith("the server at " + server) && reason.contains("refuses");
          });
    } finally {
      refusing.stop(0);
    }
  }

  private static String explanation(URI server) throws IOException {
    return GroupFinder.find(
            Network.LOOPBACK, List.of(server), Optional.empty(), Duration.ofSeconds(2))
        .explanation()
        .orElse("");
  }
}

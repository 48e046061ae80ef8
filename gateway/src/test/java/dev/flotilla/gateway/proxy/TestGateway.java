package dev.flotilla.gateway.proxy;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.gateway.log.KeyRetention;
import dev.flotilla.gateway.log.MemoryLog;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Starts gateways of tests. */
final class TestGateway {
  private TestGateway() {}

  static Gateway start(WebServer... servers) throws IOException {
    return start(options -> options, servers);
  }

  static Gateway start(UnaryOperator<GatewayOptions> changes, WebServer... servers)
      throws IOException {
    GatewayOptions options = options(Stream.of(servers).map(WebServer::address).toList());
    return start(changes.apply(options), event -> {});
  }

  /** Of a gateway that waits for web servers and clients as long as a test does. */
  static GatewayOptions options(List<HostPort> servers) {
    return GatewayOptions.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), servers)
        .withProbes(WebServer.PROBE, 100)
        .with(patience());
  }

  static Patience patience() {
    int millis = (int) Await.limitMillis();
    return new Patience(millis, millis, millis, millis, millis, millis);
  }

  static Gateway start(GatewayOptions options, Consumer<String> events) throws IOException {
    return Gateway.start(options, new MemoryLog(KeyRetention.inMemory()), events);
  }
}

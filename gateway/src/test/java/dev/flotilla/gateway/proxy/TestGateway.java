package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.log.KeyRetention;
import dev.flotilla.gateway.log.MemoryLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
    GatewayOptions options =
        GatewayOptions.of(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Stream.of(servers).map(WebServer::address).toList())
            .withProbes(WebServer.PROBE, 100);
    return start(changes.apply(options), event -> {});
  }

  static Gateway start(GatewayOptions options, Consumer<String> events) throws IOException {
    return Gateway.start(options, new MemoryLog(KeyRetention.inMemory()), events);
  }
}

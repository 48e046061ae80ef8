package dev.flotilla.dpws.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.NetworkPorts;
import dev.flotilla.dpws.http.Echo;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LateConnectionsTest {
  private static final Duration IDLE = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(30);

  private final CompletableFuture<InetAddress> lookup = new CompletableFuture<>();

  /** The lookup stands for all that makes opening take longer than the call waits. */
  @Test
  void aConnectionThatOpensAfterItsCallExpiredIsClosedIdle() throws Exception {
    try (EventLoops loops = slowToLookUp();
        ScriptedServer server = new ScriptedServer();
        SoapCaller caller =
            new SoapCaller(loops, CallerOptions.DEFAULT.withTimeouts(LONG, IDLE, LONG))) {
      URI address = URI.create("http://slow.test:" + server.address().getPort() + "/echo");
      CompletableFuture<String> call =
          caller.call(address, Echo.OPERATION, "x", Duration.ofMillis(1)).toCompletableFuture();
      assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(CallFailure.class);

      lookup.complete(InetAddress.getLoopbackAddress());
      assertThat(server.connection().isClosedByClient()).isTrue();
    }
  }

  private EventLoops slowToLookUp() {
    NetworkPorts ports = EventLoops.start(1, "test").ports();
    return EventLoops.on(
        new NetworkPorts(
            ports.group(),
            ports.sockets(),
            ports.listeners(),
            ports.nanoTime(),
            ports.seeds(),
            name -> lookup));
  }
}

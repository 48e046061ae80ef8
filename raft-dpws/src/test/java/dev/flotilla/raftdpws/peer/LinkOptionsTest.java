package dev.flotilla.raftdpws.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapConnection;
import dev.flotilla.dpws.tls.TestAuthority;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.TimeoutInForce;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.testing.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkOptionsTest {
  @TempDir private Path root;

  /** A link was given up after a second, and another one opened beside its handshake. */
  @Test
  void aLinkWaitsAsLongAsTheHandshakeWithItsAddress() throws Exception {
    Path directory = TestAuthority.of("g").issue(root.resolve("keys"), "server");
    try (EventLoops loops = EventLoops.start(1, "test");
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        GroupKeys keys = GroupKeys.open(directory)) {
      PeerLink.LinkOptions options =
          new PeerLink.LinkOptions(
              loops,
              CallerOptions.DEFAULT.withTimeouts(
                  Duration.ofMillis(100), Duration.ofMinutes(1), Duration.ofMinutes(1)),
              Optional.of(keys),
              () -> TimeoutInForce.configured(RaftOptions.DEFAULT),
              entry -> {},
              () -> {});
      URI address = URI.create("https://127.0.0.1:" + silent.getLocalPort() + "/RAFT_Service");
      SoapConnection link =
          SoapConnection.open(loops, address, options.callerTo(new NodeId(new UUID(0, 2))));

      Await.until(
          () -> "still " + options.patienceNanos(address) + " ns",
          () -> options.patienceNanos(address) > Duration.ofSeconds(2).toNanos());
      assertThat(options.patienceNanos(URI.create("https://127.0.0.1:1/RAFT_Service")))
          .isLessThan(Duration.ofSeconds(2).toNanos());
      link.close();
    }
  }
}

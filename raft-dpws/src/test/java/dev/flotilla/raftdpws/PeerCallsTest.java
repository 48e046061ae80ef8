package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.tls.TestAuthority;
import dev.flotilla.node.loop.MemoryShares;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.testing.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerCallsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir private Path root;

  @Test
  void aCallWaitsAsLongAsTheHandshakeWithItsAddress() throws Exception {
    Path directory = TestAuthority.of("g").issue(root.resolve("keys"), "server");
    try (EventLoops loops = EventLoops.start(1, "test");
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        GroupKeys keys = GroupKeys.open(directory);
        PeerCalls calls = new PeerCalls(loops, MemoryShares.ofThisProcess(), Optional.of(keys))) {
      URI address = URI.create("https://127.0.0.1:" + silent.getLocalPort() + "/RAFT_Service");
      assertThat(calls.withHandshake(SECOND, address)).isEqualTo(SECOND);
      // The handshake is given up after a second.
      assertThat(calls.statusAgain(address, Duration.ofMinutes(1))).isNotNull();

      Await.until(
          () -> "still " + calls.withHandshake(SECOND, address),
          () -> calls.withHandshake(SECOND, address).compareTo(SECOND.multipliedBy(3)) >= 0);
      assertThat(calls.withHandshake(SECOND, URI.create("https://127.0.0.1:1/"))).isEqualTo(SECOND);
    }
  }
}

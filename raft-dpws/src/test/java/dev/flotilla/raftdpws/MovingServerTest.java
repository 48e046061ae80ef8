package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flotilla.dpws.link.LinkState;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers whose addresses change among those of 127.0.0.0/8, all of which Linux has. */
@Tag("slow")
class MovingServerTest {
  private static final int SERVERS = 3;

  @TempDir private Path root;
  private TestServers servers;
  private final Map<Server, AtomicReference<LinkState>> links = new HashMap<>();

  @BeforeEach
  void start() throws IOException {
    assumeTrue(isLoopback("127.0.0.2"), "this system has one loopback address only");
    servers = new TestServers(root);
    for (int i = 0; i < SERVERS; i++) {
      AtomicReference<LinkState> link = new AtomicReference<>(up("127.0.0.1"));
      links.put(servers.start(it -> it.group("g").expect(SERVERS).link(link::get)), link);
    }
    servers.leader();
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void aFollowerThatMovesIsAMemberAtItsNewAddress() throws IOException {
    Server moving = servers.aFollower();
    URI former = moving.device.address();
    links.get(moving).set(up("127.0.0.2"));
    URI home = URI.create(former.toString().replace("127.0.0.1", "127.0.0.2"));
    Await.until(servers::toString, () -> moving.device.address().equals(home));

    assertIsFoundAt(moving, home);
    assertThat(servers.status(home).self().address()).contains(home.toString());
    assertThat(isOpen(former)).isFalse();
  }

  @Test
  void aLeaderThatMovesIsAMemberAtItsNewAddress() {
    Server moving = servers.leader();
    links.get(moving).set(up("127.0.0.2"));
    Await.until(servers::toString, () -> moving.device.address().getHost().equals("127.0.0.2"));

    assertIsFoundAt(moving, moving.device.address());
  }

  @Test
  @Tag("full")
  void aSecondAddressIsServedAndTheFirstStays() {
    Server server = servers.aFollower();
    URI first = server.device.address();
    links.get(server).set(up("127.0.0.1", "127.0.0.2"));
    URI second = URI.create(first.toString().replace("127.0.0.1", "127.0.0.2"));

    Await.until(servers::toString, () -> isOpen(second));
    assertThat(servers.status(second).self().member()).isEqualTo(server.device.member());
    assertThat(server.device.address()).isEqualTo(first);
  }

  @Test
  @Tag("full")
  void aServerTakesAnotherPortWhereItsOwnIsTaken() throws IOException {
    Server moving = servers.aFollower();
    int port = moving.device.address().getPort();
    try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.2"))) {
      links.get(moving).set(up("127.0.0.2"));
      Await.until(servers::toString, () -> moving.device.address().getHost().equals("127.0.0.2"));

      assertThat(moving.device.address().getPort()).isNotEqualTo(other.getLocalPort());
      assertIsFoundAt(moving, moving.device.address());
    }
  }

  @Test
  void aLeaderWithoutAnAddressHandsOverAndComesBack() throws UnknownHostException {
    Server former = servers.leader();
    URI home = former.device.address();
    LinkState before = links.get(former).get();
    links.get(former).set(new LinkState(1, false, List.of()));
    Await.until(
        servers::toString,
        () -> servers.all.stream().anyMatch(it -> it != former && it.leads()) && !isOpen(home));
    links.get(former).set(before);

    Await.until(servers::toString, () -> isOpen(home));
    assertIsFoundAt(former, home);
  }

  /** The others know it there, and nothing is lost with one of them gone. */
  private void assertIsFoundAt(Server moved, URI home) {
    for (Server other : servers.all) {
      if (other != moved) {
        Await.until(
            servers::toString,
            () ->
                other
                    .device
                    .addresses()
                    .address(moved.device.member().id())
                    .equals(Optional.of(home)));
      }
    }
    servers.stop(servers.all.stream().filter(it -> it != moved).findFirst().orElseThrow());
    servers.insert("with the one that moved", "x");
    Await.until(servers::toString, () -> moved.machine.uids().contains("with the one that moved"));
  }

  private static boolean isOpen(URI server) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isLoopback(String literal) {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(literal))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static LinkState up(String... literals) {
    return new LinkState(
        1,
        true,
        Arrays.stream(literals).map(it -> new InetSocketAddress(it, 0).getAddress()).toList());
  }
}

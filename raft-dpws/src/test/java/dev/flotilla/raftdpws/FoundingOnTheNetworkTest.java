package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.founding.FoundingRefused;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FoundingOnTheNetworkTest {
  @TempDir private Path root;
  private TestServers servers;

  @BeforeEach
  void prepare() {
    servers = new TestServers(root);
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void serversFindEachOtherByNamedAddressesWithoutMulticast() {
    List<Integer> ports = freePorts(3);
    List<URI> peers = ports.stream().map(port -> URI.create("http://127.0.0.1:" + port)).toList();
    for (int port : ports) {
      servers.start(it -> it.group("g").expect(3).port(port).staticPeers(peers).withoutDiscovery());
    }

    servers.insert("u1", "x");
    Server moved = servers.aFollower();
    servers.all.remove(moved);
    moved.device.close();
    moved.restart(it -> it.withoutDiscovery());
    assertThat(ports).doesNotContain(moved.device.address().getPort());
    Await.until(
        () -> "moved: " + moved.status() + "\nothers: " + servers,
        () -> moved.machine.uids().contains("u1"));
    moved.device.close();
  }

  @Test
  @Tag("full")
  void forgedAddressesThatCannotBeCalledDoNotStopFounding() {
    Server first = servers.start(it -> it.group("g").expect(2));
    Forger forger = new Forger(servers.discovery);
    for (String evil : List.of("https://127.0.0.1:1/", "http://127.0.0.1:65536/", "HTTP://[::1/")) {
      forger.sayHello("urn:uuid:" + UUID.randomUUID(), "g", evil);
    }
    servers.start(it -> it.group("g").expect(2));

    Await.result(first.device.founded());
    servers.insert("u1", "x");
  }

  @Test
  @Tag("full")
  void groupsOfOtherNamesDoNotMeet() {
    Server one = servers.start(it -> it.group("one").expect(2));
    Server two = servers.start(it -> it.group("two").expect(1));

    Await.result(two.device.founded());
    Await.until(
        servers::toString,
        () -> one.status().waitingFor().orElse("").contains("1 more founders of group 'one'"));
  }

  @Test
  @Tag("full")
  void aFourthServerIsNamedOrRefusedButNeverCounted() {
    for (int i = 0; i < 4; i++) {
      servers.start(it -> it.group("g").expect(3));
    }
    Await.until(servers::toString, () -> areAllBoundOrStuck() || refused().isPresent());
    if (refused().isPresent()) {
      assertThat(Await.result(refused().get().device.failed())).isInstanceOf(FoundingRefused.class);
    }
    // What an operator would do: the others go on, or had gone on without it.
    servers.stop(refused().or(this::unlisted).orElse(servers.all.get(0)));

    servers.insert("u1", "x");
    assertThat(servers.leader().status().members())
        .extracting(MemberAddress::member)
        .containsExactlyInAnyOrderElementsOf(
            servers.all.stream().map(it -> it.device.member()).toList());
  }

  @Test
  void aNewServerInFrontOfAGroupIsRefusedWithTheRemedy() {
    servers.startGroup(3);
    servers.leader();
    Server late = servers.start(it -> it.group("g").expect(3));

    Throwable failure = Await.result(late.device.failed());
    assertThat(failure)
        .isInstanceOf(FoundingRefused.class)
        .hasMessageContaining("group 'g' exists already")
        .hasMessageContaining("the data directory of one of them");
    assertThatThrownBy(() -> Await.result(late.device.founded()))
        .hasCauseInstanceOf(FoundingRefused.class);
    assertThat(late.status().role()).isEqualTo("founding");
    Await.until(
        servers::toString,
        () -> late.status().waitingFor().equals(Optional.of(failure.getMessage())));
  }

  @Test
  void aServerAloneFoundsAGroupOfOne() {
    Server alone = servers.start(it -> it.group("g").expect(1));

    assertThat(servers.leader()).isSameAs(alone);
    assertThat(alone.status().group()).contains(Await.result(alone.device.founded()));
  }

  /** Nobody will accept anything any more: who has not, sees one too many. */
  private boolean areAllBoundOrStuck() {
    return servers.all.stream()
        .map(Server::status)
        .allMatch(
            it -> !it.members().isEmpty() || it.waitingFor().orElse("").contains("but 4 are here"));
  }

  /** The server that is not on the list which some have accepted, if some have. */
  private Optional<Server> unlisted() {
    return servers.all.stream()
        .map(it -> it.status().members().stream().map(MemberAddress::member).toList())
        .filter(accepted -> !accepted.isEmpty())
        .findFirst()
        .flatMap(
            accepted ->
                servers.all.stream()
                    .filter(it -> !accepted.contains(it.device.member()))
                    .findFirst());
  }

  private Optional<Server> refused() {
    return servers.all.stream()
        .filter(
            it -> it.status().waitingFor().orElse("").contains("exists already, and this server"))
        .findFirst();
  }

  /** Below those that the system gives for port 0. */
  private static List<Integer> freePorts(int count) {
    return new Random()
        .ints(10_000, 30_000)
        .distinct()
        .filter(FoundingOnTheNetworkTest::isFree)
        .limit(count)
        .boxed()
        .toList();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}

package dev.flotilla.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandContext;
import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.ReplicatedState;
import dev.flotilla.ServerBuilder;
import dev.flotilla.ServerStartException;
import dev.flotilla.dpws.tls.TestAuthority;
import dev.flotilla.node.transport.Transport;
import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups whose servers use the TCP transport among each other, or some of them. */
@Tag("slow")
class TcpGroupTest {
  /** Of one leader: more than it sends while lanes open. */
  private static final int MANY_FRAMES = 200;

  record Add(int number) {}

  record Sum(int now) {}

  private static final class Adder implements ReplicatedState<Add, Sum> {
    private int sum;

    @Override
    public Sum apply(Add add, CommandContext context) {
      sum += add.number();
      return new Sum(sum);
    }
  }

  @TempDir private Path directory;

  private final Group<Add, Sum> group =
      Group.named("tcp-" + UUID.randomUUID().toString().substring(0, 8), Add.class, Sum.class);
  private final List<FlotillaServer> servers = new ArrayList<>();

  @AfterEach
  void close() {
    servers.forEach(FlotillaServer::close);
  }

  @Test
  void aGroupByTcpGoesOnWithoutItsLeader() throws Exception {
    List<CountingTransport> transports =
        List.of(new CountingTransport(), new CountingTransport(), new CountingTransport());
    for (int i = 0; i < 3; i++) {
      servers.add(builder(i).transport(transports.get(i)).start());
    }
    try (FlotillaClient<Add, Sum> client = group.client().timeout(Await.limit()).connect()) {
      assertThat(client.execute(new Add(2))).isEqualTo(new Sum(2));
      for (CountingTransport transport : transports) {
        awaitMore(client, transport, MANY_FRAMES / 10);
      }
      FlotillaServer leader = leader();
      awaitMore(client, transports.get(servers.indexOf(leader)), MANY_FRAMES);
      leader.close();

      assertThat(client.execute(new Add(3))).isEqualTo(new Sum(5));
      CountingTransport next = transports.get(servers.indexOf(leader()));
      awaitMore(client, next, MANY_FRAMES);
      assertThat(client.execute(new Add(4))).isEqualTo(new Sum(9));
    }
  }

  @Test
  void aServerWithoutTheTransportIsReachedBySoap() throws Exception {
    CountingTransport tcp = new CountingTransport();
    CountingTransport other = new CountingTransport();
    servers.add(builder(0).transport(tcp).start());
    servers.add(builder(1).transport(other).start());
    // If it led, the two others would have nothing to say to each other.
    servers.add(builder(2).electionPriority(0).start());
    try (FlotillaClient<Add, Sum> client = group.client().timeout(Await.limit()).connect()) {
      assertThat(client.execute(new Add(2))).isEqualTo(new Sum(2));
      awaitMore(client, tcp, 1);
      awaitMore(client, other, 1);
      // Two of three decide: the one without must be one of them.
      servers.get(0).close();
      assertThat(client.execute(new Add(3))).isEqualTo(new Sum(5));
    }
  }

  @Test
  void soapTakesOverFromATransportThatFails() throws Exception {
    List<CountingTransport> transports =
        List.of(new CountingTransport(), new CountingTransport(), new CountingTransport());
    for (int i = 0; i < 3; i++) {
      servers.add(builder(i).transport(transports.get(i)).start());
    }
    try (FlotillaClient<Add, Sum> client = group.client().timeout(Await.limit()).connect()) {
      assertThat(client.execute(new Add(2))).isEqualTo(new Sum(2));
      awaitMore(client, transports.get(servers.indexOf(leader())), MANY_FRAMES);
      transports.forEach(CountingTransport::cut);
      assertThat(client.execute(new Add(3))).isEqualTo(new Sum(5));
      assertThat(client.execute(new Add(4))).isEqualTo(new Sum(9));
    }
  }

  @Test
  void withKeysAGroupByTcpSpeaksTlsToItsMembersOnly() throws Exception {
    TestAuthority authority = TestAuthority.of(group.name());
    List<CountingTransport> transports =
        List.of(new CountingTransport(), new CountingTransport(), new CountingTransport());
    for (int i = 0; i < 3; i++) {
      String member = "urn:uuid:" + UUID.randomUUID();
      Path keys = issue(authority, "server-" + i, "urn:flotilla:role:member", member);
      servers.add(builder(i).keys(keys).transport(transports.get(i)).start());
    }
    Path own = issue(authority, "client", "urn:flotilla:role:client");
    try (FlotillaClient<Add, Sum> client =
        group.client().keys(own).timeout(Await.limit()).connect()) {
      assertThat(client.execute(new Add(2))).isEqualTo(new Sum(2));
      int leading = servers.indexOf(leader());
      awaitMore(client, transports.get(leading), MANY_FRAMES);
      assertThat(answerInPlain(transports.get(leading).port())).isNotPositive();
      assertThat(client.execute(new Add(3))).isEqualTo(new Sum(5));
    }
  }

  private Path issue(TestAuthority authority, String name, String... uris) throws Exception {
    return authority.issue(directory.resolve("keys-" + name), name, Instant.now(), 20, uris);
  }

  /**
   * What comes back for the first bytes of a caller without a certificate: an alert, or the end.
   */
  private static int answerInPlain(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) Await.limitMillis());
      socket.getOutputStream().write(FrameDecoder.preface());
      int first = socket.getInputStream().read();
      // The alert of TLS is a record of type 21; frames of ours would not come back at all.
      return first == 21 ? 0 : first;
    } catch (SocketException e) {
      return -1;
    }
  }

  @Test
  void aTransportWithoutKeysIsRefusedInAGroupWithKeys() throws Exception {
    Path keys =
        issue(
            TestAuthority.of(group.name()),
            "server",
            "urn:flotilla:role:member",
            "urn:uuid:" + UUID.randomUUID());
    Transport open =
        new Transport() {
          @Override
          public String name() {
            return "open";
          }

          @Override
          public TransportEndpoint open(TransportContext context) throws IOException {
            throw new IOException("never opened");
          }
        };

    assertThatThrownBy(() -> builder(0).keys(keys).transport(open).start())
        .isInstanceOf(ServerStartException.class)
        .hasMessageContaining("transport 'open' does not use the keys of the group");
  }

  /** While commands that add nothing are executed. */
  private static void awaitMore(
      FlotillaClient<Add, Sum> client, CountingTransport transport, long frames) {
    long before = transport.sent();
    Await.until(
        () -> "%s frames after %s".formatted(transport.sent(), before),
        () -> {
          Sum unused = client.execute(new Add(0));
          return transport.sent() >= before + frames;
        });
  }

  private FlotillaServer leader() {
    return Await.present(
        () -> servers.stream().map(FlotillaServer::role).toList() + "",
        () -> servers.stream().filter(TcpGroupTest::isLeading).findFirst());
  }

  private static boolean isLeading(FlotillaServer server) {
    return server.role().equals("leader");
  }

  private ServerBuilder builder(int number) {
    return group
        .server(new Adder())
        .expect(3)
        .electionTimeout(Duration.ofMillis(500), Duration.ofMillis(1000))
        .directory(directory.resolve("server-" + number));
  }
}

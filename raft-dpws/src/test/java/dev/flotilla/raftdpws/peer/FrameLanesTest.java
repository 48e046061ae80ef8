package dev.flotilla.raftdpws.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.tls.TestAuthority;
import dev.flotilla.node.transport.Transport;
import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.node.transport.TransportPeer;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lanes between two servers whose transport hands frames over in the same thread. */
class FrameLanesTest {
  private static final GroupId GROUP = new GroupId("g");
  private static final Member ONE = member(1, 1);
  private static final Member TWO = member(2, 1);
  private static final RequestVote REQUEST = new RequestVote(3, LogPosition.ORIGIN, 7);

  private final EventLoops loops = EventLoops.start(1, "test");
  private final List<Server> servers = new ArrayList<>();
  private final Map<String, TransportContext> wires = new HashMap<>();
  private final List<byte[]> frames = new ArrayList<>();
  private @Nullable X509Certificate certificate;
  private boolean isCut;

  @TempDir private Path home;

  /** Hands a frame over at once, with the certificate that the test has set. */
  private final class Wire implements Transport {
    private final String name;

    Wire(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public TransportEndpoint open(TransportContext context) {
      String own = String.valueOf(wires.size() + 1);
      wires.put(own, context);
      return new TransportEndpoint() {
        @Override
        public String address() {
          return own;
        }

        @Override
        public boolean send(TransportPeer to, byte[] frame) {
          TransportContext there = wires.get(to.address());
          if (isCut || there == null) {
            return false;
          }
          frames.add(frame);
          there.received(frame, certificate);
          return true;
        }

        @Override
        public void disconnect(TransportPeer peer) {}

        @Override
        public void close() {}
      };
    }
  }

  private final class Server {
    final Member self;
    final List<Message> received = new ArrayList<>();
    final FrameLanes lanes;
    final DpwsTransport transport;
    UnaryOperator<StatusFacts> facts = it -> it;
    BiConsumer<URI, StatusResponse> heard = (address, status) -> {};

    Server(GroupId group, Member self, String wire, Optional<GroupKeys> keys) throws Exception {
      this.self = self;
      Configuration both = new Configuration(List.of(ONE, TWO));
      InetAddress loopback = InetAddress.getLoopbackAddress();
      lanes =
          FrameLanes.open(
              new FrameLanes.Own(loops, keys, loopback, address -> true), new Wire(wire));
      lanes.report(it -> facts = it, it -> heard = it);
      AddressConfirmation confirmation =
          new AddressConfirmation(
              "g", AddressDirectory.inMemory(), at -> new CompletableFuture<>(), loops::nanoTime);
      transport =
          new DpwsTransport(
              new Membership(group, self, both),
              () -> URI.create("http://127.0.0.1:1/RAFT_Service"),
              RaftOptions.DEFAULT,
              confirmation,
              loops,
              lost -> {},
              Optional.empty(),
              Optional.empty());
      transport.over(lanes);
      transport.deliverTo(
          (from, message) -> received.add(message),
          () -> NodeStatuses.of(Role.FOLLOWER, self, both),
          (member, callable) -> {});
      servers.add(this);
    }

    void hears(Server other) {
      hears(other, GROUP, other.self);
    }

    void hears(Server other, GroupId group, Member member) {
      StatusDetails details = StatusDetails.NONE.withFacts(other.facts.apply(StatusFacts.NONE));
      StatusResponse status =
          new StatusResponse(
              1,
              "g",
              Optional.of(group),
              new MemberAddress(member, Optional.empty()),
              "follower",
              Optional.empty(),
              new StatusResponse.Progress(0, 0, 0, 0, 0),
              List.of(),
              Optional.empty(),
              Optional.empty(),
              details);
      heard.accept(URI.create("http://127.0.0.1:1/RAFT_Service"), status);
    }
  }

  @AfterEach
  void close() {
    servers.forEach(it -> it.transport.close());
    loops.close();
  }

  @Test
  void messagesGoByTheLaneOnceBothSidesHaveAnswered() throws Exception {
    Server one = server(ONE);
    Server two = server(TWO);
    meet(one, two);

    assertThat(one.transport.isConnected(TWO)).isTrue();
    one.transport.send(TWO, REQUEST);
    two.transport.send(ONE, new RequestVoteResponse(3, true, 7));

    assertThat(two.received).containsExactly(REQUEST);
    assertThat(one.received).containsExactly(new RequestVoteResponse(3, true, 7));
    assertThat(one.transport.isHeard(TWO, loops.nanoTime())).isTrue();
  }

  @Test
  void nothingGoesToAServerThatHasNotSaidWhereItIs() throws Exception {
    Server one = server(ONE);
    Server two = server(TWO);
    one.transport.tend(loops.nanoTime());
    one.hears(two);
    one.transport.tend(loops.nanoTime() + 1_000_000_000);

    assertThat(frames).as("a greeting, which the other side cannot answer yet").hasSize(1);
    assertThat(one.transport.isConnected(TWO)).isFalse();
  }

  @Test
  void aServerWithAnotherTransportIsLeftToSoap() throws Exception {
    Server one = server(ONE);
    Server two = new Server(GROUP, TWO, "other", Optional.empty());
    meet(one, two);

    assertThat(frames).isEmpty();
    assertThat(one.transport.isConnected(TWO)).isFalse();
  }

  @Test
  void greetingsOfAnotherGroupOrLifeOpenNothing() throws Exception {
    Server one = server(ONE);
    Server stranger = new Server(new GroupId("h"), TWO, "wire", Optional.empty());
    meet(one, stranger);
    assertThat(frames).isNotEmpty();
    assertThat(one.transport.isConnected(TWO)).isFalse();

    assertThat(received(greeting(GROUP, TWO, member(1, 2)))).as("to a former life").isFalse();
    assertThat(received(greeting(GROUP, member(3, 1), ONE))).as("never heard of").isFalse();
    assertThat(received(greeting(GROUP, TWO, ONE))).as("as it should be").isTrue();
  }

  @Test
  void aWelcomeWithoutTheTokenOpensNothing() throws Exception {
    Server one = server(ONE);
    Server two = server(TWO);
    one.hears(two);
    isCut = true;
    one.transport.tend(loops.nanoTime());
    isCut = false;

    assertThat(received(new Greeting(true, 5, 6, GROUP, TWO, ONE, "").toFrame())).isFalse();
    assertThat(one.transport.isConnected(TWO)).isFalse();
  }

  @Test
  void aFrameCountsOnlyWithTheTokenOfItsReceiver() throws Exception {
    Server one = server(ONE);
    Server two = server(TWO);
    meet(one, two);
    one.transport.send(TWO, REQUEST);
    byte[] frame = frames.get(frames.size() - 1).clone();
    frame[3]++;

    assertThat(wires.get("2").received(frame, null)).isFalse();
    assertThat(two.received).containsExactly(REQUEST);
  }

  @Test
  void bytesOfAnyKindAreRefused() throws Exception {
    server(ONE);
    byte[] hello = greeting(GROUP, TWO, ONE);
    for (int length = 0; length < hello.length; length++) {
      byte[] part = new byte[length];
      System.arraycopy(hello, 0, part, 0, length);
      assertThat(received(part)).isFalse();
    }
    assertThat(received(new byte[] {FrameLane.DATA, 1, 2, 3})).isFalse();
    assertThat(received(new byte[] {99})).isFalse();
  }

  @Test
  void withKeysOnlyTheMemberOfTheCertificateSpeaks() throws Exception {
    TestAuthority authority = TestAuthority.of("g");
    try (GroupKeys ofOne = keys(authority, ONE);
        GroupKeys ofTwo = keys(authority, TWO)) {
      Server one = new Server(GROUP, ONE, "wire", Optional.of(ofOne));
      Server two = new Server(GROUP, TWO, "wire", Optional.of(ofTwo));
      one.hears(two);
      byte[] hello = greeting(GROUP, TWO, ONE);

      assertThat(received(hello)).as("without a certificate").isFalse();
      certificate = ofOne.tls().certificate();
      assertThat(received(hello)).as("as another member").isFalse();
      certificate = ofTwo.tls().certificate();
      assertThat(received(hello)).as("as the member").isTrue();
      assertThat(one.lanes.check(TWO.id().toString()).objection(certificate)).isEmpty();
      assertThat(one.lanes.check(ONE.id().toString()).objection(certificate)).isPresent();
    }
  }

  @Test
  void soapTakesOverWhenTheLaneHasNoConnection() throws Exception {
    Server one = server(ONE);
    Server two = server(TWO);
    meet(one, two);
    isCut = true;
    one.transport.send(TWO, REQUEST);
    assertThat(one.transport.isConnected(TWO)).isFalse();

    isCut = false;
    one.transport.tend(loops.nanoTime() + 5_000_000_000L);
    assertThat(one.transport.isConnected(TWO)).isTrue();
  }

  @Test
  void aServerThatStartsAnewIsReachedWhereItIsNow() throws Exception {
    Server one = server(ONE);
    Server former = server(TWO);
    meet(one, former);
    Server two = server(TWO);
    one.hears(two);
    two.hears(one);
    two.transport.tend(loops.nanoTime());
    one.transport.send(TWO, REQUEST);

    assertThat(two.received).containsExactly(REQUEST);
    assertThat(former.received).isEmpty();
  }

  @Test
  void aForgedGreetingMovesNoLaneThatIsOpen() throws Exception {
    Server one = server(ONE);
    Server two = server(TWO);
    meet(one, two);

    assertThat(received(greeting(GROUP, TWO, ONE))).isTrue();
    one.transport.send(TWO, REQUEST);
    assertThat(two.received).containsExactly(REQUEST);
  }

  @Test
  void aForgedGreetingOpensNoLaneWithItsToken() throws Exception {
    Server one = server(ONE);
    Server two = server(TWO);
    one.hears(two);
    two.hears(one);

    assertThat(received(greeting(GROUP, TWO, ONE))).isTrue();
    one.transport.send(TWO, REQUEST);
    assertThat(two.received).containsExactly(REQUEST);
  }

  @Test
  void serversOfOtherGroupsTakeNoPlaces() throws Exception {
    Server one = server(ONE);
    Server two = server(TWO);
    for (int i = 0; i < FrameLanes.MAX_MEMBERS; i++) {
      one.hears(two, new GroupId("other"), member(9, i));
    }
    meet(one, two);

    assertThat(one.transport.isConnected(TWO)).isTrue();
  }

  @Test
  void aBrokenLaneIsOpenedAnewAtOnce() throws Exception {
    Server one = server(ONE);
    meet(one, server(TWO));
    List<String> woken = new ArrayList<>();
    one.transport.wakeBy(() -> woken.add("tend"));
    one.transport.send(TWO, REQUEST);
    assertThat(woken).isEmpty();

    isCut = true;
    one.transport.send(TWO, REQUEST);
    assertThat(woken).containsExactly("tend");
  }

  @Test
  void soapTakesOverWhenRequestsHaveNoAnswer() {
    TransportEndpoint deaf = new Wire("deaf").open(context());
    FrameLane lane = new FrameLane(TWO, 1, deaf);
    wires.put("9", context());
    assertThat(lane.renew(new TransportPeer("m", "127.0.0.1", "9"), 2)).isTrue();
    for (int i = 1; i < FrameLane.MAX_UNANSWERED; i++) {
      assertThat(lane.send(REQUEST, 1_000, i, 100)).isTrue();
    }
    assertThat(lane.send(REQUEST, 1_000, 50, 100)).as("an answer may still come").isTrue();
    assertThat(lane.isOpen()).isTrue();
    assertThat(lane.send(REQUEST, 10, 60, 100)).as("too long").isFalse();
    assertThat(lane.isOpen()).isTrue();
    assertThat(lane.send(REQUEST, 1_000, 101, 100)).isTrue();
    assertThat(lane.isOpen()).isFalse();
  }

  private static TransportContext context() {
    return new TransportContext() {
      @Override
      public InetAddress listenAt() {
        return InetAddress.getLoopbackAddress();
      }

      @Override
      public int maxFrameBytes() {
        return 1_000;
      }

      @Override
      public boolean received(byte[] frame, @Nullable X509Certificate sender) {
        return true;
      }
    };
  }

  private Server server(Member self) throws Exception {
    return new Server(GROUP, self, "wire", Optional.empty());
  }

  private void meet(Server one, Server two) {
    one.hears(two);
    two.hears(one);
    one.transport.tend(loops.nanoTime());
  }

  /** Whether the first server takes the frame. */
  private boolean received(byte[] frame) {
    return wires.get("1").received(frame, certificate);
  }

  private static byte[] greeting(GroupId group, Member from, Member to) {
    return new Greeting(false, 0, 5, group, from, to, "").toFrame();
  }

  private GroupKeys keys(TestAuthority authority, Member member) throws Exception {
    String uri = member.id().toString();
    String name = "member-" + member.incarnation().low() + uri.charAt(uri.length() - 1);
    return GroupKeys.open(
        authority.issue(
            home.resolve(name), name, Instant.now(), 20, "urn:flotilla:role:member", uri));
  }

  private static Member member(int number, int life) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, life));
  }
}

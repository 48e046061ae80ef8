package dev.flotilla.raftdpws.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.node.Unsendable;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A transport against endpoints that answer as a test wants. */
class DpwsTransportTest {
  private static final GroupId GROUP = new GroupId("g");
  private static final Member SELF = member(1);
  private static final Member OTHER = member(2);
  private static final URI OWN_ADDRESS = URI.create("http://127.0.0.1:1/RAFT_Service");

  /** What a liar adds to the term. */
  private static final long LIE = 1_000_000;

  private final EventLoops loops = EventLoops.start(1, "test");
  private final AddressDirectory directory = AddressDirectory.inMemory();
  private final BlockingQueue<Delivery> delivered = new LinkedBlockingQueue<>();
  private final AtomicInteger answered = new AtomicInteger();
  private final Set<NodeId> lost = ConcurrentHashMap.newKeySet();
  private final List<HttpEndpoint> endpoints = new ArrayList<>();
  private volatile Configuration configuration = new Configuration(List.of(SELF, OTHER));
  private volatile Role role = Role.FOLLOWER;
  private long sequence;
  private final DpwsTransport transport =
      new DpwsTransport(
          new Membership(GROUP, SELF, new Configuration(List.of(SELF, OTHER))),
          () -> OWN_ADDRESS,
          RaftOptions.DEFAULT,
          new AddressConfirmation(
              "g", directory, address -> new CompletableFuture<>(), loops::nanoTime),
          loops,
          lost::add,
          Optional.empty(),
          Optional.empty());

  /** What came to the node. */
  private record Delivery(Member from, PreVoteResponse message) {}

  DpwsTransportTest() {
    transport.deliverTo(
        (from, message) -> delivered.add(new Delivery(from, (PreVoteResponse) message)),
        () -> NodeStatuses.of(role, SELF, configuration),
        (member, callable) -> {});
  }

  @AfterEach
  void close() {
    transport.close();
    endpoints.forEach(HttpEndpoint::close);
    loops.close();
  }

  @Test
  void anAnswerComesBackWithItsSender() throws Exception {
    URI home = endpoint(GROUP, OTHER, 0);
    directory.named(OTHER.id(), home);

    Delivery delivery = ask();
    assertThat(delivery.from()).isEqualTo(OTHER);
    awaitConnected();
    assertThat(directory.address(OTHER.id())).contains(home);
  }

  @Test
  void anAnswerOfSomebodyElseIsNotDeliveredAndTheNextAddressIsTried() throws Exception {
    Member otherLife = new Member(OTHER.id(), new Incarnation(9, 9));
    assertNotBelieved(endpoint(GROUP, otherLife, LIE));
  }

  @Test
  void anAnswerOfAnotherGroupIsNotDelivered() throws Exception {
    assertNotBelieved(endpoint(new GroupId("h"), OTHER, LIE));
  }

  @Test
  void anAnswerToAnotherQuestionIsNotDelivered() throws Exception {
    assertNotBelieved(endpointThatAnswersAnotherSequence());
  }

  @Test
  void whereNobodyListensTheNextAddressIsTried() throws Exception {
    directory.named(OTHER.id(), deadAddress());
    URI home = endpoint(GROUP, OTHER, 0);
    directory.named(OTHER.id(), home);

    assertThat(ask().from()).isEqualTo(OTHER);
    assertThat(lost).containsExactly(OTHER.id());
  }

  @Test
  void whereSomethingHangsUpTheNextAddressIsTried() throws Exception {
    Thread hangUp;
    try (ServerSocket rude = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      hangUp = new Thread(() -> hangUp(rude), "hang-up");
      hangUp.start();
      directory.named(
          OTHER.id(), URI.create("http://127.0.0.1:" + rude.getLocalPort() + "/RAFT_Service"));
      directory.named(OTHER.id(), endpoint(GROUP, OTHER, 0));

      assertThat(ask().from()).isEqualTo(OTHER);
    }
    hangUp.join();
  }

  @Test
  void aMemberWithoutAnAddressIsLookedFor() {
    transport.tend(System.nanoTime());
    transport.send(OTHER, new PreVote(1, LogPosition.ORIGIN, 1));

    assertThat(lost).containsExactly(OTHER.id());
  }

  @Test
  void anAddressAtWhichTheMemberIsMetIsPreferredToOneThatKeepsSilent() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      directory.named(
          OTHER.id(), URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/RAFT_Service"));
      transport.tend(System.nanoTime());
      URI home = endpoint(GROUP, OTHER, 0);
      directory.worked(OTHER.id(), home);

      transport.tend(System.nanoTime());
      assertThat(ask().from()).isEqualTo(OTHER);
    }
  }

  @Test
  void aMemberThatTheLogNamesIsReachedAndKept() throws Exception {
    Member newcomer = member(3);
    configuration = new Configuration(List.of(SELF, OTHER, newcomer));
    directory.named(newcomer.id(), endpoint(GROUP, newcomer, 0));

    assertThat(ask(newcomer).from()).isEqualTo(newcomer);
    assertThat(directory.isKept(newcomer.id())).isTrue();
  }

  @Test
  void whomTheNodeWritesToIsReachedThoughNoConfigurationNamesIt() throws Exception {
    Member former = member(3);
    directory.named(former.id(), endpoint(GROUP, former, 0));

    assertThat(ask(former).from()).isEqualTo(former);
    assertThat(directory.isKept(former.id())).isFalse();
  }

  @Test
  void aLinkIsOpenedAnewAfterAChangeOfAddress() throws Exception {
    directory.named(OTHER.id(), endpoint(GROUP, OTHER, 0));

    // A link that stands still is lost whatever else becomes of it.
    Await.until(() -> lost + " are lost", this::isOpenedAnewWithoutLoss);
  }

  private boolean isOpenedAnewWithoutLoss() {
    awaitConnected();
    lost.clear();
    transport.reopen();
    boolean isOpenYet = transport.isConnected(OTHER);
    transport.tend(System.nanoTime());

    assertThat(transport.isConnected(OTHER)).isFalse();
    assertThat(ask().from()).isEqualTo(OTHER);
    return isOpenYet && lost.isEmpty();
  }

  private void awaitConnected() {
    Await.until(
        () -> "no connection, lost " + lost,
        () -> {
          ask();
          return transport.isConnected(OTHER);
        });
  }

  @Test
  void theLinkToAMemberThatWasRemovedIsClosedAfterAWhile() throws Exception {
    directory.named(OTHER.id(), endpoint(GROUP, OTHER, 0));
    configuration = new Configuration(List.of(SELF, member(3)));
    awaitConnected();
    long now = System.nanoTime();

    transport.tend(now + 2 * TimeUnit.SECONDS.toNanos(DpwsTransport.LINGER_SECONDS));
    assertThat(transport.isConnected(OTHER)).isFalse();
    assertThat(directory.isKept(OTHER.id())).isFalse();
  }

  @Test
  void aMemberThatPausesForLessThanTenElectionTimeoutsCountsAsHeard() throws Exception {
    long timeoutNanos = RaftOptions.DEFAULT.electionTimeoutMaxNanos();
    directory.named(OTHER.id(), endpoint(GROUP, OTHER, 0));
    assertThat(transport.isHeard(OTHER, System.nanoTime())).isFalse();
    long before = System.nanoTime();
    assertThat(ask().from()).isEqualTo(OTHER);

    assertThat(transport.isHeard(OTHER, before + 9 * timeoutNanos)).isTrue();
    assertThat(transport.isHeard(OTHER, System.nanoTime() + 10 * timeoutNanos)).isFalse();
  }

  @Test
  void whoLeadsSinceAMomentAgoCannotTellWhoIsSilent() {
    long longNanos = DpwsTransport.HEARD_TIMEOUTS * RaftOptions.DEFAULT.electionTimeoutMaxNanos();
    transport.tend(0);
    assertThat(transport.canTellWhoIsSilent(longNanos)).as("a follower").isFalse();
    role = Role.LEADER;
    transport.tend(10);
    transport.tend(20);
    assertThat(transport.canTellWhoIsSilent(9 + longNanos)).isFalse();
    assertThat(transport.canTellWhoIsSilent(10 + longNanos)).isTrue();

    role = Role.FOLLOWER;
    transport.tend(30);
    role = Role.LEADER;
    transport.tend(40);
    assertThat(transport.canTellWhoIsSilent(39 + longNanos)).as("elected again").isFalse();
    assertThat(transport.canTellWhoIsSilent(40 + longNanos)).isTrue();
  }

  @Test
  void linksAreBounded() {
    for (int i = 0; i < 2 * DpwsTransport.MAX_LINKS; i++) {
      transport.send(member(100 + i), new PreVote(1, LogPosition.ORIGIN, 1));
    }
    transport.tend(System.nanoTime());

    assertThat(lost).hasSize(DpwsTransport.MAX_LINKS);
  }

  /** The liar is heard first, alone; then the member is announced. */
  private void assertNotBelieved(URI liar) throws Exception {
    directory.named(OTHER.id(), liar);
    Await.until(
        () -> answered + " answers of a liar",
        () -> {
          transport.tend(System.nanoTime());
          transport.send(OTHER, new PreVote(1, LogPosition.ORIGIN, ++sequence));
          assertThat(delivered.poll(5, TimeUnit.MILLISECONDS)).isNull();
          return answered.get() >= 3;
        });
    URI home = endpoint(GROUP, OTHER, 0);
    directory.named(OTHER.id(), home);

    assertThat(ask().message().term()).isLessThan(LIE);
    assertThat(directory.address(OTHER.id())).contains(home);
    assertThat(lost).containsExactly(OTHER.id());
  }

  /** Asks and tends, as a node and a device do, until something is delivered. */
  @Test
  void anEntryThatCannotBeEncodedIsReported() throws Exception {
    BlockingQueue<Unsendable> reported = new LinkedBlockingQueue<>();
    transport.reportUnsendableTo(reported::add);
    directory.named(OTHER.id(), endpoint(GROUP, OTHER, 0));
    assertThat(ask().from()).isEqualTo(OTHER);
    Command bad = new Command("u", "\ud800", Bytes.EMPTY);
    Entry entry = new Entry(new LogPosition(1, 1), bad);

    Unsendable unsendable =
        Await.present(
            () -> "a report, lost " + lost,
            () -> {
              awaitConnected();
              transport.send(
                  OTHER, new AppendEntries(1, LogPosition.ORIGIN, List.of(entry), 0, 99));
              return Optional.ofNullable(reported.poll(20, TimeUnit.MILLISECONDS));
            });
    assertThat(unsendable.position()).isEqualTo(entry.position());
    assertThat(unsendable.uid()).isEqualTo("u");
    assertThat(transport.objection(bad)).contains(unsendable.reason());
  }

  private Delivery ask() {
    return ask(OTHER);
  }

  private Delivery ask(Member whom) {
    return Await.present(
        () -> "a delivery, lost " + lost,
        () -> {
          transport.tend(System.nanoTime());
          transport.send(whom, new PreVote(1, LogPosition.ORIGIN, ++sequence));
          return Optional.ofNullable(delivered.poll(20, TimeUnit.MILLISECONDS));
        });
  }

  private URI endpoint(GroupId group, Member as, long addToTerm) throws IOException {
    return serve(
        SoapService.builder()
            .operation(
                RaftOperations.PRE_VOTE,
                (request, exchange) -> {
                  PreVote question = request.message();
                  answered.incrementAndGet();
                  exchange.answer(
                      new PeerResponse<>(
                          group,
                          as,
                          new PreVoteResponse(
                              question.term() + addToTerm, true, question.sequence())));
                })
            .build());
  }

  private URI endpointThatAnswersAnotherSequence() throws IOException {
    return serve(
        SoapService.builder()
            .operation(
                RaftOperations.PRE_VOTE,
                (request, exchange) -> {
                  long another = request.message().sequence() + 1;
                  answered.incrementAndGet();
                  exchange.answer(
                      new PeerResponse<>(GROUP, OTHER, new PreVoteResponse(LIE, true, another)));
                })
            .build());
  }

  private URI serve(SoapService service) throws IOException {
    HttpEndpoint endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HttpLimits.DEFAULT);
    endpoint.serve("/RAFT_Service", service);
    endpoints.add(endpoint);
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/RAFT_Service");
  }

  /** Takes connections, waits for the first byte, and closes them. */
  private static void hangUp(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket connection = server.accept()) {
        int unused = connection.getInputStream().read();
      } catch (IOException e) {
        // Closed, or the other side was faster; the loop's condition tells which.
      }
    }
  }

  /** No server has port 1, and no process gets it for an outgoing connection. */
  private static URI deadAddress() {
    return URI.create("http://127.0.0.1:1/RAFT_Service");
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}

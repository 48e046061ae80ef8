package dev.flotilla.client.dpws;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.OpenSessionRequest;
import dev.flotilla.raftdpws.message.OpenSessionResponse;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A RAFT_Service on loopback that answers what a test tells it, in order, then as a leader does.
 */
final class ScriptedServer implements AutoCloseable {
  private final HttpEndpoint endpoint;
  private final String name;
  private volatile Optional<GroupId> group;
  private final Member member =
      new Member(new NodeId(UUID.randomUUID()), new Incarnation(1, System.nanoTime()));
  private final Queue<Consumer<Exchange<InsertCommandResponse>>> script =
      new ConcurrentLinkedQueue<>();
  private final Queue<InsertCommandRequest> received = new ConcurrentLinkedQueue<>();
  private final Queue<Consumer<Exchange<OpenSessionResponse>>> openingScript =
      new ConcurrentLinkedQueue<>();
  private final Queue<Consumer<Exchange<AdminResponse>>> removals = new ConcurrentLinkedQueue<>();
  private final Queue<OpenSessionRequest> openings = new ConcurrentLinkedQueue<>();
  private volatile StatusFacts facts = StatusFacts.NONE;
  private final AtomicLong lastSession = new AtomicLong(100);

  private ScriptedServer(EventLoops loops, String name, Optional<GroupId> group, int port)
      throws IOException {
    this.name = name;
    this.group = group;
    this.endpoint =
        HttpEndpoint.open(
            loops,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            HttpLimits.DEFAULT);
    endpoint.serve(
        "/" + RaftNames.SERVICE,
        SoapService.builder()
            .operation(RaftOperations.STATUS, (request, exchange) -> exchange.answer(status()))
            .operation(RaftOperations.INSERT_COMMAND, this::insert)
            .operation(RaftOperations.OPEN_SESSION, this::open)
            .operation(
                RaftOperations.REMOVE_MEMBER,
                (request, exchange) -> removals.remove().accept(exchange))
            .operation(
                RaftOperations.READ,
                (request, exchange) ->
                    exchange.answer(ReadResponse.answered(true, Optional.of(Bytes.utf8("42")))))
            .build());
  }

  static ScriptedServer open(EventLoops loops, String name, String group) throws IOException {
    return open(loops, name, group, 0);
  }

  static ScriptedServer open(EventLoops loops, String name, String group, int port)
      throws IOException {
    return new ScriptedServer(loops, name, id(group), port);
  }

  private static Optional<GroupId> id(String group) {
    return Optional.of(group).filter(id -> !id.isEmpty()).map(GroupId::new);
  }

  /** Has it belong to another group, as if another server had been started at its address. */
  void becomes(String otherGroup) {
    group = id(otherGroup);
  }

  /** What the next InsertCommand is answered. */
  ScriptedServer then(Consumer<Exchange<InsertCommandResponse>> answer) {
    script.add(answer);
    return this;
  }

  /** Has its status contain a fact. */
  ScriptedServer reports(StatusFact fact, String text) {
    facts = facts.with(fact, text);
    return this;
  }

  /** Commands are answered as by a leader again. */
  void forget() {
    script.clear();
  }

  /** What the next OpenSession is answered; after that, the sessions 101, 102 and so on. */
  ScriptedServer thenOpening(Consumer<Exchange<OpenSessionResponse>> answer) {
    openingScript.add(answer);
    return this;
  }

  /** What the next RemoveMember is answered; there is no answer beyond those. */
  ScriptedServer thenRemoving(Consumer<Exchange<AdminResponse>> answer) {
    removals.add(answer);
    return this;
  }

  Queue<OpenSessionRequest> openings() {
    return openings;
  }

  private void open(OpenSessionRequest request, Exchange<OpenSessionResponse> exchange) {
    openings.add(request);
    Consumer<Exchange<OpenSessionResponse>> next = openingScript.poll();
    if (next == null) {
      exchange.answer(OpenSessionResponse.opened(lastSession.incrementAndGet()));
    } else {
      next.accept(exchange);
    }
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/" + RaftNames.SERVICE);
  }

  Queue<InsertCommandRequest> received() {
    return received;
  }

  @Override
  public void close() {
    endpoint.close();
  }

  private void insert(InsertCommandRequest request, Exchange<InsertCommandResponse> exchange) {
    received.add(request);
    Consumer<Exchange<InsertCommandResponse>> next = script.poll();
    if (next == null) {
      exchange.answer(InsertCommandResponse.executed(true, Bytes.utf8("done")));
    } else {
      next.accept(exchange);
    }
  }

  private StatusResponse status() {
    MemberAddress self = new MemberAddress(member, Optional.of(address().toString()));
    StatusResponse plain =
        new StatusResponse(
            RaftNames.PROTOCOL_VERSION,
            name,
            group,
            self,
            group.isPresent() ? "leader" : "founding",
            Optional.empty(),
            new StatusResponse.Progress(1, 1, 1, 1, 1),
            List.of(self),
            Optional.empty(),
            Optional.of("server urn:uuid:missing"),
            StatusDetails.NONE);
    return plain.with(plain.details().withFacts(facts));
  }
}

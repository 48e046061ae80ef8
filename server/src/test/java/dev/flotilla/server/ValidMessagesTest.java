package dev.flotilla.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.SchemaValidation;
import dev.flotilla.dpws.device.DeviceExplorer;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What real servers, and our own callers of them, put on the network is valid by the schemas of the
 * standards. That bodies are valid by our own schemas is tested with their codecs.
 */
@Tag("full")
class ValidMessagesTest {
  private static final Duration PATIENCE = Await.limit();
  private static final String DISCOVERY = "http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01";
  private static final String DISCOVERY_TO = "urn:docs-oasis-open-org:ws-dd:ns:discovery:2009:01";

  private static final MemberRequest NOBODY = new MemberRequest(Optional.empty(), Optional.empty());

  @TempDir private static Path directory;
  private static DatagramRecorder discovery;
  private static Cluster cluster;
  private static ServerProcess leader;
  private static List<ServerProcess> followers;

  @BeforeAll
  static void start() throws Exception {
    discovery = DatagramRecorder.open();
    cluster = Cluster.found(directory, 3);
    leader = cluster.leader();
    followers = cluster.followers();
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
    if (discovery != null) {
      discovery.close();
    }
  }

  @Test
  void whatIsSaidToTheMulticastGroupIsValid() throws Exception {
    String scope = RaftNames.scope(cluster.group());
    String leaving = followers.get(1).member();

    assertValid(discovery.heard(DISCOVERY + "/Probe<", scope));
    assertValid(discovery.heard(DISCOVERY + "/Hello<", scope, leaving));
    followers.get(1).stop();
    assertValid(discovery.heard(DISCOVERY + "/Bye<", leaving));
  }

  @Test
  void whatIsAnsweredToAProbeAndToAResolveIsValid() throws Exception {
    String scope = RaftNames.scope(cluster.group());
    discovery.multicast(
        question("Probe", "<d:Types xmlns:r='" + RaftNames.RAFT + "'>r:RAFT_Device</d:Types>"));
    assertValid(discovery.answered(DISCOVERY + "/ProbeMatches<", scope, leader.member()));

    discovery.multicast(
        question(
            "Resolve",
            "<a:EndpointReference><a:Address>"
                + leader.member()
                + "</a:Address></a:EndpointReference>"));
    assertValid(discovery.answered(DISCOVERY + "/ResolveMatches<", leader.member()));
  }

  @Test
  void whatALeaderIsAskedAndAnswersIsValid() throws Exception {
    try (EventLoops loops = EventLoops.start(1, "test");
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT);
        RecordingRelay relay = RecordingRelay.before(leader.address())) {
      Calls calls = new Calls(caller, relay.to(leader.address()));
      String uid = "urn:uuid:" + UUID.randomUUID();
      Command text = new Command(uid, "x=5", Bytes.utf8("y & <z>"));
      Command binary = new Command(uid + "1", "x=6", Bytes.copyOf(new byte[] {0, -1}));
      GroupId elsewhere = new GroupId("another");

      calls.succeed(RaftOperations.INSERT_COMMAND, insert(text));
      calls.succeed(RaftOperations.INSERT_COMMAND, insert(binary));
      calls.succeed(RaftOperations.READ, ReadRequest.byUid(uid));
      calls.succeed(RaftOperations.READ, ReadRequest.last());
      calls.succeed(RaftOperations.STATUS, StatusRequest.INSTANCE);
      calls.succeed(RaftOperations.PROMOTE, NOBODY);
      calls.succeed(RaftOperations.TAKE_SNAPSHOT, NOBODY);
      calls.fail(RaftOperations.ADD_MEMBER, addingTo(elsewhere));
      calls.fail(RaftOperations.READ, ReadRequest.last().in(elsewhere));

      assertThat(relay.responses()).hasSize(9).last().asString().contains("Fault");
      assertAllValid(relay);
    }
  }

  private static AddMemberRequest addingTo(GroupId group) {
    Member nobody = new Member(new NodeId(new UUID(0, 1)), new Incarnation(0, 1));
    return new AddMemberRequest(
        Optional.of(group),
        nobody,
        Optional.of("http://127.0.0.1:1/RAFT_Service"),
        MemberStatus.WITNESS,
        Optional.of(nobody.id()));
  }

  @Test
  void whatAFollowerAnswersIsValid() throws Exception {
    URI address = followers.get(0).address();
    try (EventLoops loops = EventLoops.start(1, "test");
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT);
        RecordingRelay relay = RecordingRelay.before(address)) {
      Calls calls = new Calls(caller, relay.to(address));
      Command command = new Command("urn:uuid:" + UUID.randomUUID(), "x", Bytes.EMPTY);

      calls.succeed(RaftOperations.INSERT_COMMAND, insert(command));
      calls.succeed(RaftOperations.READ, ReadRequest.last());
      calls.succeed(RaftOperations.STATUS, StatusRequest.INSTANCE);
      calls.succeed(RaftOperations.REMOVE_MEMBER, NOBODY);
      calls.succeed(RaftOperations.TRANSFER_LEADERSHIP, NOBODY);

      assertThat(relay.responses()).hasSize(5).first().asString().contains("leaderAddress");
      assertAllValid(relay);
    }
  }

  /** In the leader's name and term, but of a log that nobody has: refused, and nothing changes. */
  @Test
  void whatMembersSayToEachOtherIsValid() throws Exception {
    URI address = followers.get(0).address();
    try (EventLoops loops = EventLoops.start(1, "test");
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT);
        RecordingRelay relay = RecordingRelay.before(address)) {
      StatusResponse status =
          await(caller.call(address, RaftOperations.STATUS, StatusRequest.INSTANCE, PATIENCE));
      Member from = status.leader().orElseThrow().member();
      PeerHeader header =
          new PeerHeader(
              RaftNames.PROTOCOL_VERSION,
              status.group().orElseThrow(),
              from,
              status.self().member());
      long term = status.progress().term();
      LogPosition nowhere = new LogPosition(1_000_000, term);
      Calls calls = new Calls(caller, relay.to(address));

      calls.succeed(
          RaftOperations.APPEND_ENTRIES,
          new PeerRequest<>(
              header,
              leader.address().toString(),
              new AppendEntries(
                  term, nowhere, entries(nowhere, from, header.to()), 0, 1_000_000_001)));
      calls.succeed(
          RaftOperations.REQUEST_VOTE,
          new PeerRequest<>(
              header,
              leader.address().toString(),
              new RequestVote(term, LogPosition.ORIGIN, 1_000_000_002)));
      calls.succeed(
          RaftOperations.PRE_VOTE,
          new PeerRequest<>(
              header,
              leader.address().toString(),
              new PreVote(term + 1, LogPosition.ORIGIN, 1_000_000_003)));
      // Not the first piece: told to begin there.
      calls.succeed(
          RaftOperations.INSTALL_SNAPSHOT,
          new PeerRequest<>(
              header, leader.address().toString(), piece(nowhere, from, header.to())));
      calls.succeed(
          RaftOperations.FOUND,
          new FoundRequest(
              RaftNames.PROTOCOL_VERSION, from, status.self().member(), foundersOf(status)));

      assertThat(relay.requests()).hasSize(5);
      assertThat(relay.responses())
          .hasSize(5)
          .noneSatisfy(response -> assertThat(response).contains("Fault"));
      assertAllValid(relay);
    }
  }

  /** One of each kind. */
  private static List<Entry> entries(LogPosition previous, Member voter, Member learner) {
    List<Payload> payloads =
        List.of(
            NoOp.INSTANCE,
            new Command("u", "x=5", Bytes.utf8("y & <z>")),
            new Command("v", "x", Bytes.copyOf(new byte[] {0, -1})),
            new Command("w", "x", Bytes.EMPTY).in(new SessionTag(7, 3, 2)),
            new OpenSession("s"),
            new ActivateVersion(2),
            new ActivateCommands(3),
            Configuration.of(List.of(voter), List.of(learner), List.of()),
            WitnessEntry.INSTANCE);
    List<Entry> entries = new ArrayList<>();
    for (Payload payload : payloads) {
      long index = previous.index() + entries.size() + 1;
      entries.add(new Entry(new LogPosition(index, previous.term()), payload));
    }
    return entries;
  }

  private static InstallSnapshot piece(LogPosition last, Member voter, Member learner) {
    Configuration configuration = Configuration.of(List.of(voter), List.of(learner), List.of());
    return new InstallSnapshot(
        last.term(),
        new SnapshotMetadata(last, 5, configuration, 2, 10, -1),
        3,
        Bytes.copyOf(new byte[] {0, -1, 7}),
        1_000_000_004);
  }

  private static FoundingList foundersOf(StatusResponse status) {
    return new FoundingList(
        status.name(),
        status.members().stream()
            .map(it -> new Founder(it.member(), URI.create(it.address().orElseThrow())))
            .toList());
  }

  @Test
  void theMetadataOfDeviceAndServiceIsValid() throws Exception {
    discovery.multicast(
        question(
            "Resolve",
            "<a:EndpointReference><a:Address>"
                + leader.member()
                + "</a:Address></a:EndpointReference>"));
    URI device = xAddr(discovery.answered(DISCOVERY + "/ResolveMatches<", leader.member()));
    try (EventLoops loops = EventLoops.start(1, "test");
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT);
        RecordingRelay relay = RecordingRelay.before(device)) {
      DeviceExplorer explorer = new DeviceExplorer(caller);
      await(explorer.device(new EndpointReference(leader.member()), relay.to(device), PATIENCE));
      await(explorer.service(relay.to(leader.address()), PATIENCE));

      assertThat(relay.responses()).hasSize(2);
      assertAllValid(relay);
    }
  }

  /** Calls of one service. */
  private record Calls(SoapCaller caller, URI address) {
    <Q, A> void succeed(Operation<Q, A> operation, Q request) {
      await(caller.call(address, operation, request, PATIENCE));
    }

    <Q, A> void fail(Operation<Q, A> operation, Q request) {
      assertThat(caller.call(address, operation, request, PATIENCE).toCompletableFuture())
          .failsWithin(PATIENCE);
    }
  }

  private static InsertCommandRequest insert(Command command) {
    return new InsertCommandRequest(command, Optional.empty());
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static void assertAllValid(RecordingRelay relay) {
    relay.requests().forEach(request -> assertValid(request.getBytes(UTF_8)));
    relay.responses().forEach(response -> assertValid(response.getBytes(UTF_8)));
  }

  private static void assertValid(byte[] envelope) {
    SchemaValidation.assertValid(envelope);
  }

  private static URI xAddr(byte[] match) {
    String text = new String(match, UTF_8);
    int start = text.indexOf("http://127.0.0.1:");
    return URI.create(text.substring(start, text.indexOf('<', start)).split(" ", -1)[0]);
  }

  private static String question(String kind, String body) {
    return "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
        + " xmlns:a='http://www.w3.org/2005/08/addressing' xmlns:d='"
        + DISCOVERY
        + "'><s:Header><a:Action>"
        + DISCOVERY
        + "/"
        + kind
        + "</a:Action><a:MessageID>urn:uuid:"
        + UUID.randomUUID()
        + "</a:MessageID><a:To>"
        + DISCOVERY_TO
        + "</a:To></s:Header><s:Body><d:"
        + kind
        + ">"
        + body
        + "</d:"
        + kind
        + "></s:Body></s:Envelope>";
  }
}

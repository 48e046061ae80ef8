package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.tls.TestAuthority;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.OpenSessionRequest;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadmitRequest;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group whose servers have keys: it works, and each may do what its certificate says. */
@Tag("slow")
class KeysOnTheNetworkTest {
  private static final String ROLE = "urn:flotilla:role:";

  private static final long FORGED_TERM = 100;

  @TempDir private Path root;
  private final TestAuthority authority = TestAuthority.of("g");
  private TestServers servers;
  private int issued;

  @AfterEach
  void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  @Test
  void threeServersFoundAGroupAndSurviveTheLossOfALeader() throws IOException {
    servers = servers();
    List<Path> keys = List.of(member(), member(), member());
    keys.forEach(it -> servers.start(settings -> settings.group("g").expect(3).keys(it)));
    Server leader = servers.leader();
    Path own = keys.get(servers.all.indexOf(leader));
    assertThat(leader.device.address().getScheme()).isEqualTo("https");
    assertThat(leader.device.member().id()).isEqualTo(idOf(own));
    servers.insert("urn:uuid:" + new UUID(0, 1), "one");

    servers.stop(leader);
    servers.insert("urn:uuid:" + new UUID(0, 2), "two");

    // It comes back as the same member, with what it has missed.
    leader.restart(settings -> settings.keys(own));
    servers.all.add(leader);
    Await.until(servers::toString, () -> leader.machine.uids().size() == 2);
  }

  @Test
  void eachRoleMayDoItsOwnOnly() {
    Server server = lone();
    Path observer = key("observer", "observer");
    Path client = key("client", "client");
    Path admin = key("admin", "admin");
    Path nobody = key("nobody", "other");

    answered(server, observer, RaftOperations.STATUS, StatusRequest.INSTANCE);
    answered(server, observer, RaftOperations.READ, ReadRequest.last());
    forbidden(server, observer, RaftOperations.INSERT_COMMAND, command());
    answered(server, client, RaftOperations.INSERT_COMMAND, command());
    answered(server, client, RaftOperations.READ, ReadRequest.last());
    forbidden(server, client, RaftOperations.TAKE_SNAPSHOT, anyMember());
    forbidden(server, client, RaftOperations.REQUEST_VOTE, vote(server, server.device.member()));
    answered(server, admin, RaftOperations.TAKE_SNAPSHOT, anyMember());
    answered(server, admin, RaftOperations.INSERT_COMMAND, command());
    forbidden(server, admin, RaftOperations.REQUEST_VOTE, vote(server, server.device.member()));
    forbidden(server, nobody, RaftOperations.STATUS, StatusRequest.INSTANCE);
    assertThat(server.status().progress().term()).isLessThan(FORGED_TERM);
  }

  @Test
  void aMemberSpeaksForItselfOnly() throws IOException {
    Server server = lone();
    Path other = member();
    NodeId own = idOf(other);

    forbidden(server, other, RaftOperations.REQUEST_VOTE, vote(server, server.device.member()));
    forbidden(
        server, other, RaftOperations.READMIT, readmission(server, new NodeId(UUID.randomUUID())));
    forbidden(server, other, RaftOperations.TAKE_SNAPSHOT, anyMember());
    // In its own name it is heard; what it asks is another question.
    CallFailure stranger =
        failure(
            server,
            other,
            RaftOperations.REQUEST_VOTE,
            vote(server, new Member(own, new Incarnation(1, 1))));
    assertThat(RaftFault.of(stranger.fault())).contains(RaftFault.WRONG_GROUP);
    answered(server, other, RaftOperations.READMIT, readmission(server, own));
  }

  @Test
  void aSessionBelongsToTheNameThatOpenedIt() {
    Path own = member();
    servers = servers();
    Server server = servers.start(it -> it.group("g").expect(1).keys(own));
    servers.leader();
    Path owner = key("owner", "client");
    Path other = key("other", "client");
    long session = Await.present(servers::toString, () -> opened(server, owner));

    answered(server, owner, RaftOperations.INSERT_COMMAND, command(session, 1));
    forbidden(server, other, RaftOperations.INSERT_COMMAND, command(session, 2));
    // The log and the snapshots say whose it is.
    servers.stop(server);
    server.restart(it -> it.keys(own));
    servers.all.add(server);
    servers.leader();
    forbidden(server, other, RaftOperations.INSERT_COMMAND, command(session, 2));
    answered(server, owner, RaftOperations.INSERT_COMMAND, command(session, 2));
    // Of a session that was never opened nobody is the owner.
    assertThat(
            RaftFault.of(
                failure(server, other, RaftOperations.INSERT_COMMAND, command(1, 1)).fault()))
        .contains(RaftFault.SESSION_EXPIRED);
  }

  @Test
  @Tag("full")
  void aListOfOneServerReachesTheOthers() throws Exception {
    servers = servers();
    List<Path> keys = List.of(member(), member());
    keys.forEach(it -> servers.start(settings -> settings.group("g").expect(2).keys(it)));
    servers.leader();
    Path client = key("client", "client");
    Server other = servers.all.get(1);
    answered(other, client, RaftOperations.STATUS, StatusRequest.INSTANCE);

    authority.revoke(client).publish(keys.get(0));
    Await.until(
        servers::toString,
        () ->
            catchThrowable(
                    () ->
                        call(
                            other.device.address(),
                            client,
                            RaftOperations.STATUS,
                            StatusRequest.INSTANCE))
                != null);
    assertThat(keys.get(1).resolve("revoked.pem")).exists();
  }

  /** A group knows no sessions for a moment after its founding. */
  private Optional<Long> opened(Server server, Path keys) {
    try {
      return call(
              server.device.address(),
              keys,
              RaftOperations.OPEN_SESSION,
              new OpenSessionRequest(new OpenSession("urn:test:session"), Optional.empty()))
          .session();
    } catch (CallFailure notYet) {
      return Optional.empty();
    }
  }

  private static InsertCommandRequest command(long session, long sequence) {
    Command command = new Command("urn:test:" + session + ":" + sequence, "x", Bytes.EMPTY);
    return new InsertCommandRequest(
        command.in(new SessionTag(session, sequence, 1)), Optional.empty());
  }

  @Test
  void anotherAuthorityIsRefusedOnBothSides() {
    Server server = lone();
    Path foreign = TestAuthority.of("g").issue(root.resolve("foreign"), "foreign", ROLE + "admin");
    assertThat(failure(server, foreign, RaftOperations.STATUS, StatusRequest.INSTANCE).kind())
        .isEqualTo(Kind.NOT_SENT);
  }

  @Test
  void aClientTakesNoOneButServersForServers() throws IOException {
    servers = servers();
    Path client = key("client", "client");
    try (GroupKeys keys = GroupKeys.open(client)) {
      assertThat(keys.self().member()).isEmpty();
      // A server that shows a client's certificate does not even start.
      assertThatThrownBy(() -> servers.start(it -> it.group("g").expect(1).keys(client)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("role member");
    }
  }

  @Test
  @Tag("full")
  void aDirectoryOfAnotherMemberIsRefused() throws IOException {
    servers = servers();
    Path first = member();
    Path second = member();
    Server server = servers.start(it -> it.group("g").expect(1).keys(first));
    Await.result(server.device.founded());
    servers.stop(server);

    Throwable refused = catchThrowable(() -> server.restart(it -> it.keys(second)));
    assertThat(refused)
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(DirectoryRefused.class)
        .hasMessageContaining(idOf(first).toString())
        .hasMessageContaining(idOf(second).toString());
    server.restart(it -> it.keys(first));
    servers.all.add(server);
  }

  @Test
  @Tag("full")
  void keysOfAnotherGroupAreRefused() {
    servers = servers();
    Path keys = member();
    assertThatThrownBy(() -> servers.start(it -> it.group("h").expect(1).keys(keys)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'g'")
        .hasMessageContaining("'h'");
  }

  private TestServers servers() {
    return new TestServers(root.resolve("servers"), options());
  }

  /** The test itself asks as an administrator. */
  private CallerOptions options() {
    try {
      return GroupKeys.open(key("test", "admin")).toServers(CallerOptions.DEFAULT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Server lone() {
    servers = servers();
    Path keys = member();
    Server server = servers.start(it -> it.group("g").expect(1).keys(keys));
    servers.leader();
    return server;
  }

  private Path member() {
    return key("server", "member", "urn:uuid:" + UUID.randomUUID());
  }

  private Path key(String name, String role, String... uris) {
    String[] all = new String[uris.length + 1];
    all[0] = ROLE + role;
    System.arraycopy(uris, 0, all, 1, uris.length);
    return authority.issue(root.resolve(name + issued++), name, all);
  }

  private static NodeId idOf(Path keys) throws IOException {
    try (GroupKeys opened = GroupKeys.open(keys)) {
      return opened.self().member().orElseThrow();
    }
  }

  private <Q, A> void answered(Server server, Path keys, Operation<Q, A> operation, Q request) {
    assertThat(call(server.device.address(), keys, operation, request)).isNotNull();
  }

  /** Refused, not given up, and with an answer that says nothing of the group. */
  private <Q, A> void forbidden(Server server, Path keys, Operation<Q, A> operation, Q request) {
    CallFailure failure = failure(server, keys, operation, request);
    assertThat(RaftFault.of(failure.fault())).contains(RaftFault.FORBIDDEN);
    assertThat(failure.getMessage())
        .doesNotContain(server.device.member().id().uuid().toString(), "'g'", "leader");
  }

  private <Q, A> CallFailure failure(
      Server server, Path keys, Operation<Q, A> operation, Q request) {
    return (CallFailure)
        catchThrowable(() -> call(server.device.address(), keys, operation, request));
  }

  private <Q, A> A call(URI address, Path keys, Operation<Q, A> operation, Q request) {
    try (GroupKeys opened = GroupKeys.open(keys);
        SoapCaller caller =
            new SoapCaller(servers.loops, opened.toServers(CallerOptions.DEFAULT))) {
      return Await.present(
          servers::toString,
          () -> {
            try {
              return Optional.of(
                  Await.result(caller.call(address, operation, request, TestServers.CALL_TIMEOUT)));
            } catch (CallFailure e) {
              if (!isOfASlowHandshake(e)) {
                throw e;
              }
              return Optional.empty();
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A side stood still for longer than the other waits. */
  private static boolean isOfASlowHandshake(CallFailure failure) {
    return failure.kind() == Kind.BROKEN
        || (failure.kind() == Kind.NOT_SENT
            && failure.getMessage().matches(".*(took too long|during the TLS handshake).*"));
  }

  private static InsertCommandRequest command() {
    return new InsertCommandRequest(
        new Command(TestServers.newUid(), "x", Bytes.EMPTY), Optional.empty());
  }

  private static MemberRequest anyMember() {
    return new MemberRequest(Optional.empty(), Optional.empty());
  }

  private static PeerRequest<RequestVote> vote(Server server, Member from) {
    GroupId group = server.status().group().orElseThrow();
    return new PeerRequest<>(
        new PeerHeader(1, group, from, server.device.member()),
        "https://127.0.0.1:1/RAFT_Service",
        new RequestVote(FORGED_TERM, new LogPosition(100, 100), 1));
  }

  private static ReadmitRequest readmission(Server server, NodeId id) {
    return new ReadmitRequest(
        server.status().group().orElseThrow(),
        new Member(id, new Incarnation(3, 3)),
        Optional.empty(),
        List.of(new Incarnation(1, 1)));
  }
}

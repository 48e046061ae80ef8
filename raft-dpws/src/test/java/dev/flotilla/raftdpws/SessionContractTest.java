package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.OpenSessionRequest;
import dev.flotilla.raftdpws.message.OpenSessionResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions by SOAP, on real servers. */
@Tag("slow")
class SessionContractTest {
  @TempDir private Path root;
  private TestServers servers;

  @BeforeEach
  void prepare() {
    servers = new TestServers(root);
    servers.startGroup(3);
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  private OpenSessionResponse open(URI server, String uid) {
    return servers.call(
        server,
        RaftOperations.OPEN_SESSION,
        new OpenSessionRequest(new OpenSession(uid), Optional.empty()));
  }

  /** Refused until the leader has heard that all three know sessions. */
  private long openAtLeader(String uid) {
    URI leader = servers.leader().device.address();
    Await.until(
        servers::toString,
        () -> {
          try {
            return open(leader, uid).session().isPresent();
          } catch (CallFailure e) {
            assertThat(faultOf(e)).contains(RaftFault.NOT_ACTIVATED);
            return false;
          }
        });
    return open(leader, uid).session().orElseThrow();
  }

  private static Optional<RaftFault> faultOf(CallFailure failure) {
    return Optional.ofNullable(failure.fault()).flatMap(RaftFault::of);
  }

  private InsertCommandResponse insert(Server server, SessionTag tag) {
    Command command = new Command("u" + tag.sequence(), "x=5", Bytes.utf8("p")).in(tag);
    return servers.call(
        server.device.address(),
        RaftOperations.INSERT_COMMAND,
        new InsertCommandRequest(command, Optional.empty()));
  }

  @Test
  void aNumberedCommandIsExecutedOnceAndAnOldSessionIsToldSo() {
    long session = openAtLeader("s1");
    Server leader = servers.leader();
    assertThat(openAtLeader("s1")).isEqualTo(session);
    assertThat(openAtLeader("s2")).isGreaterThan(session);

    InsertCommandResponse first = insert(leader, new SessionTag(session, 1, 1));
    assertThat(first).isEqualTo(InsertCommandResponse.executed(true, Bytes.utf8("1:x=5")));
    assertThat(insert(leader, new SessionTag(session, 1, 1))).isEqualTo(first);
    assertThat(insert(leader, new SessionTag(session, 2, 2)).success()).isTrue();
    assertThat(leader.machine.uids()).isEqualTo(List.of("u1", "u2"));

    assertThatThrownBy(() -> insert(leader, new SessionTag(session, 1, 1)))
        .isInstanceOfSatisfying(
            CallFailure.class, it -> assertThat(faultOf(it)).contains(RaftFault.INVALID));
    assertThatThrownBy(() -> insert(leader, new SessionTag(999_999, 1, 1)))
        .isInstanceOfSatisfying(
            CallFailure.class, it -> assertThat(faultOf(it)).contains(RaftFault.SESSION_EXPIRED));
    assertThat(leader.machine.uids()).hasSize(2);
  }

  @Test
  void aFollowerTellsWhereToOpenASession() {
    openAtLeader("s1");
    assertThat(open(servers.aFollower().device.address(), "s2"))
        .isEqualTo(OpenSessionResponse.notLeader(servers.leader().device.address().toString()));
  }
}

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
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions by SOAP, on real servers. */
@Tag("slow")
class SessionContractTest {
  private static final Set<RaftFault> FINAL =
      EnumSet.of(RaftFault.INVALID, RaftFault.SESSION_EXPIRED);

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
    return Await.present(
        servers::toString,
        () -> {
          try {
            return open(servers.leader().device.address(), uid).session();
          } catch (CallFailure e) {
            assertThat(faultOf(e)).isNotEqualTo(Optional.of(RaftFault.INVALID));
            return Optional.empty();
          }
        });
  }

  private static Optional<RaftFault> faultOf(CallFailure failure) {
    return Optional.ofNullable(failure.fault()).flatMap(RaftFault::of);
  }

  /** By the leader of now, unless the session is over. */
  private InsertCommandResponse insert(SessionTag tag) {
    Command command = new Command("u" + tag.sequence(), "x=5", Bytes.utf8("p")).in(tag);
    InsertCommandRequest request = new InsertCommandRequest(command, Optional.empty());
    return Await.present(
        servers::toString,
        () -> {
          URI leader = servers.leader().device.address();
          try {
            return Optional.of(servers.call(leader, RaftOperations.INSERT_COMMAND, request))
                .filter(it -> it.leaderAddress().isEmpty());
          } catch (CallFailure e) {
            if (faultOf(e).filter(FINAL::contains).isPresent()) {
              throw e;
            }
            return Optional.empty();
          }
        });
  }

  @Test
  void aNumberedCommandIsExecutedOnceAndAnOldSessionIsToldSo() {
    long session = openAtLeader("s1");
    assertThat(openAtLeader("s1")).isEqualTo(session);
    assertThat(openAtLeader("s2")).isGreaterThan(session);

    InsertCommandResponse first = insert(new SessionTag(session, 1, 1));
    assertThat(first).isEqualTo(InsertCommandResponse.executed(true, Bytes.utf8("1:x=5")));
    assertThat(insert(new SessionTag(session, 1, 1))).isEqualTo(first);
    assertThat(insert(new SessionTag(session, 2, 2)).success()).isTrue();
    awaitExecuted("u1", "u2");

    assertThatThrownBy(() -> insert(new SessionTag(session, 1, 1)))
        .isInstanceOfSatisfying(
            CallFailure.class, it -> assertThat(faultOf(it)).contains(RaftFault.INVALID));
    assertThatThrownBy(() -> insert(new SessionTag(999_999, 1, 1)))
        .isInstanceOfSatisfying(
            CallFailure.class, it -> assertThat(faultOf(it)).contains(RaftFault.SESSION_EXPIRED));
    awaitExecuted("u1", "u2");
  }

  @Test
  void aFollowerTellsWhereToOpenASession() {
    openAtLeader("s1");
    Await.until(
        servers::toString,
        () -> {
          Server leader = servers.leader();
          URI follower = servers.aFollower().device.address();
          return open(follower, "s2")
              .equals(OpenSessionResponse.notLeader(leader.device.address().toString()));
        });
  }

  private void awaitExecuted(String... uids) {
    Await.until(servers::toString, () -> servers.leader().machine.uids().equals(List.of(uids)));
  }
}

package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.typed.GroupStatus;
import dev.flotilla.raftdpws.typed.QueryRequest;
import dev.flotilla.raftdpws.typed.QueryResponse;
import dev.flotilla.raftdpws.typed.Refusal;
import dev.flotilla.raftdpws.typed.SubmitRequest;
import dev.flotilla.raftdpws.typed.SubmitResponse;
import dev.flotilla.raftdpws.typed.TypedContract;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FlotillaClientService of real servers. */
@Tag("slow")
class TypedServiceTest {
  @TempDir private static Path root;
  private static TestServers servers;

  /** One group for all tests: none of them stops a server, and each has uids of its own. */
  @BeforeAll
  static void prepare() {
    servers = new TestServers(root);
    servers.startSteadyGroup(3);
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  private static URI serviceOf(Server server) {
    return URI.create(TypedContract.besides(server.device.address().toString()));
  }

  private SubmitResponse submit(URI service, String uid, String name) {
    return servers.call(
        service,
        TypedContract.SUBMIT,
        new SubmitRequest(Optional.of(uid), name, Bytes.utf8("p"), 1));
  }

  private QueryResponse query(URI service, Consistency consistency) {
    return servers.call(
        service,
        TypedContract.QUERY,
        new QueryRequest(Optional.of("count"), Bytes.utf8("all"), consistency, 0));
  }

  @Test
  void aCommandSentAgainIsExecutedOnce() {
    URI leader = serviceOf(servers.leader());
    int before = servers.leader().machine.uids().size();

    SubmitResponse first = submit(leader, "urn:again:1", "turn on");

    Optional<Bytes> result = Optional.of(Bytes.utf8((before + 1) + ":turn on"));
    assertThat(first).isEqualTo(SubmitResponse.executed("urn:again:1", true, result));
    assertThat(submit(leader, "urn:again:1", "turn on")).isEqualTo(first);
    assertThat(submit(leader, "urn:again:2", "reject").outcome())
        .isEqualTo(SubmitResponse.Outcome.REJECTED);
    assertThat(servers.leader().machine.uids().subList(before, before + 2))
        .isEqualTo(List.of("urn:again:1", "urn:again:2"));
  }

  @Test
  void theServerMakesAUidForACommandWithout() {
    SubmitResponse response =
        servers.call(
            serviceOf(servers.leader()),
            TypedContract.SUBMIT,
            new SubmitRequest(Optional.empty(), "x", Bytes.EMPTY, 1));

    assertThat(response.uid()).startsWith("urn:uuid:");
    assertThat(servers.leader().machine.uids()).contains(response.uid());
  }

  @Test
  void aFollowerNamesThisServiceOfTheLeader() {
    Server follower = servers.aFollower();

    SubmitResponse response =
        Await.present(
            servers::toString,
            () ->
                Optional.of(submit(serviceOf(follower), "urn:follower:1", "x"))
                    .filter(it -> it.leader().isPresent()));

    assertThat(response.outcome()).isEqualTo(SubmitResponse.Outcome.REFUSED);
    assertThat(response.refusal()).contains(Refusal.NOT_LEADER);
    assertThat(response.leader()).contains(serviceOf(servers.leader()).toString());
    assertThat(submit(URI.create(response.leader().orElseThrow()), "urn:follower:1", "x").outcome())
        .isEqualTo(SubmitResponse.Outcome.DONE);
  }

  @Test
  void everyServerAnswersAQueryWithWhatWasAcknowledged() {
    submit(serviceOf(servers.leader()), "urn:query:1", "x");
    String all = "count\nall=" + servers.leader().machine.uids().size();

    for (Server server : servers.all) {
      QueryResponse response = query(serviceOf(server), Consistency.LINEARIZABLE);
      assertThat(response.result()).contains(Bytes.utf8(all));
      assertThat(response.accepted()).isTrue();
      assertThat(response.state()).isPresent();
      assertThat(query(serviceOf(server), Consistency.LOCAL).state()).isPresent();
    }
  }

  @Test
  void aRequestThatCanNeverBeDoneIsATypedFault() {
    URI leader = serviceOf(servers.leader());

    assertInvalid(() -> submit(leader, "urn:x:1", "x".repeat(1 << 21)));
    assertInvalid(() -> submit(leader, "u".repeat(257), "x"));
    assertInvalid(() -> submit(leader, "urn:flotilla:session:7:3:" + UUID.randomUUID(), "x"));
    assertInvalid(
        () ->
            servers.call(
                leader,
                TypedContract.QUERY,
                new QueryRequest(
                    Optional.empty(), Bytes.utf8("x"), Consistency.BOUNDED, Long.MAX_VALUE)));
  }

  private static void assertInvalid(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CallFailure.class,
            failure -> {
              assertThat(failure.fault()).as(failure.toString()).isNotNull();
              assertThat(failure.fault().detail()).isNotNull();
              assertThat(failure.fault().detail().text()).isEqualTo("INVALID");
            });
  }

  @Test
  void statusNamesTheMembersAndTheirServices() {
    Server leader = servers.leader();

    GroupStatus status =
        servers.call(serviceOf(leader), TypedContract.STATUS, TypedContract.StatusRequest.INSTANCE);

    assertThat(status.group()).isEqualTo("g");
    assertThat(status.role()).isEqualTo(ServerRole.LEADER);
    assertThat(status.leader()).contains(serviceOf(leader).toString());
    assertThat(status.members())
        .extracting(it -> it.address().orElseThrow())
        .containsExactlyInAnyOrderElementsOf(
            servers.all.stream().map(it -> serviceOf(it).toString()).toList());
  }

  @Test
  void theWsdlIsWhereToolsAskForIt() {
    URI service = serviceOf(servers.leader());

    String wsdl = Http.get(URI.create(service + "?wsdl")).body();

    assertThat(wsdl)
        .contains("<soap12:address location=\"" + service + "\"/>")
        .contains("schemaLocation=\"" + service + "/client.xsd\"");
    assertThat(Http.get(URI.create(service + "/client.xsd")).statusCode()).isEqualTo(200);
    URI older = servers.leader().device.address();
    assertThat(Http.get(URI.create(older + "?wsdl")).body())
        .contains("location=\"" + older + "/flotilla.wsdl\"")
        .contains("schemaLocation=\"" + older + "/raft.xsd\"");
  }
}

package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.soap.SoapFault;
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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
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

  /** To the leader of now. */
  private SubmitResponse submit(String uid, String name) {
    return servers.atLast(
        () ->
            Optional.of(submit(serviceOf(servers.leader()), uid, name))
                .filter(it -> it.outcome() != SubmitResponse.Outcome.REFUSED));
  }

  /** What has been executed anywhere: one that leads since a moment ago may not know it yet. */
  private static List<String> executed() {
    return servers.all.stream()
        .map(it -> it.machine.uids())
        .max(Comparator.comparingInt(List::size))
        .orElseThrow();
  }

  private QueryResponse query(URI service, Consistency consistency) {
    return servers.call(
        service,
        TypedContract.QUERY,
        new QueryRequest(Optional.of("count"), Bytes.utf8("all"), consistency, 0));
  }

  @Test
  void aCommandSentAgainIsExecutedOnce() {
    SubmitResponse first = submit("urn:again:1", "turn on");

    int before = executed().indexOf("urn:again:1");
    Optional<Bytes> result = Optional.of(Bytes.utf8((before + 1) + ":turn on"));
    assertThat(first).isEqualTo(SubmitResponse.executed("urn:again:1", true, result));
    assertThat(submit("urn:again:1", "turn on")).isEqualTo(first);
    assertThat(submit("urn:again:2", "reject").outcome())
        .isEqualTo(SubmitResponse.Outcome.REJECTED);
    assertThat(executed()).containsSubsequence("urn:again:1", "urn:again:2");
  }

  @Test
  void theServerMakesAUidForACommandWithout() {
    SubmitResponse response =
        servers.atLast(
            () ->
                Optional.of(
                        servers.call(
                            serviceOf(servers.leader()),
                            TypedContract.SUBMIT,
                            new SubmitRequest(Optional.empty(), "x", Bytes.EMPTY, 1)))
                    .filter(it -> it.outcome() != SubmitResponse.Outcome.REFUSED));

    assertThat(response.uid()).startsWith("urn:uuid:");
    assertThat(executed()).contains(response.uid());
  }

  @Test
  void aFollowerNamesThisServiceOfTheLeader() {
    SubmitResponse response = servers.atLast(this::refusalThatNamesTheLeader);

    assertThat(response.outcome()).isEqualTo(SubmitResponse.Outcome.REFUSED);
    assertThat(response.refusal()).contains(Refusal.NOT_LEADER);
    assertThat(submit("urn:follower:1", "x").outcome()).isEqualTo(SubmitResponse.Outcome.DONE);
  }

  /** None if another leads when the answer has come. */
  private Optional<SubmitResponse> refusalThatNamesTheLeader() {
    SubmitResponse response = submit(serviceOf(servers.aFollower()), "urn:follower:1", "x");
    String leader = serviceOf(servers.leader()).toString();
    return Optional.of(response).filter(it -> it.leader().equals(Optional.of(leader)));
  }

  @Test
  void everyServerAnswersAQueryWithWhatWasAcknowledged() {
    submit("urn:query:1", "x");
    Bytes all = Bytes.utf8("count\nall=" + executed().size());

    for (Server server : servers.all) {
      QueryResponse response =
          servers.atLast(
              () ->
                  Optional.of(query(serviceOf(server), Consistency.LINEARIZABLE))
                      .filter(QueryResponse::accepted));
      assertThat(response.result()).contains(all);
      assertThat(response.state()).isPresent();
      assertThat(query(serviceOf(server), Consistency.LOCAL).state()).isPresent();
    }
  }

  @Test
  void aRequestThatCanNeverBeDoneIsATypedFault() {
    assertInvalid(it -> submit(it, "urn:x:1", "x".repeat(1 << 21)));
    assertInvalid(it -> submit(it, "u".repeat(257), "x"));
    assertInvalid(it -> submit(it, "urn:flotilla:session:7:3:" + UUID.randomUUID(), "x"));
    assertInvalid(
        it ->
            servers.call(
                it,
                TypedContract.QUERY,
                new QueryRequest(
                    Optional.empty(), Bytes.utf8("x"), Consistency.BOUNDED, Long.MAX_VALUE)));
  }

  /** Asks who leads, again if it does so no more. */
  private static void assertInvalid(Consumer<URI> call) {
    Await.until(
        servers::toString,
        () -> {
          try {
            call.accept(serviceOf(servers.leader()));
            return false;
          } catch (CallFailure failure) {
            SoapFault fault = failure.fault();
            return fault != null
                && fault.detail() != null
                && fault.detail().text().equals("INVALID");
          }
        });
  }

  @Test
  void statusNamesTheMembersAndTheirServices() {
    GroupStatus status = servers.atLast(TypedServiceTest::statusOfTheLeader);

    assertThat(status.group()).isEqualTo("g");
    assertThat(status.members())
        .extracting(it -> it.address().orElseThrow())
        .containsExactlyInAnyOrderElementsOf(
            servers.all.stream().map(it -> serviceOf(it).toString()).toList());
  }

  /** None if it leads no more when it answers. */
  private static Optional<GroupStatus> statusOfTheLeader() {
    URI leader = serviceOf(servers.leader());
    return Optional.of(
            servers.call(leader, TypedContract.STATUS, TypedContract.StatusRequest.INSTANCE))
        .filter(it -> it.role() == ServerRole.LEADER)
        .filter(it -> it.leader().equals(Optional.of(leader.toString())));
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

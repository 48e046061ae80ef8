package dev.flotilla.raftdpws;

import static dev.flotilla.raftdpws.Client2014.RAFT;
import static dev.flotilla.raftdpws.Client2014.captured;
import static dev.flotilla.raftdpws.Client2014.fields;
import static dev.flotilla.raftdpws.Client2014.leaderAddress;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients and servers of 2014, by their bytes. */
@Tag("slow")
class Contract2014Test {
  /** For an outcome that is not known yet. */
  private static final long LONGEST_WAIT_MILLIS = 10_000;

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

  @Test
  void aCapturedRequestIsExecutedOnceAndAnsweredTwiceTheSame() {
    List<String> first = answerOfTheLeader();
    List<String> second = answerOfTheLeader();

    assertThat(first).containsExactly("success=true", "result=1:x=5");
    assertThat(second).isEqualTo(first);
    Await.until(
        servers::toString,
        () -> servers.leader().machine.uids().equals(List.of(Client2014.CAPTURED_UID)));
  }

  /** The fields of the answer of who leads: who does so no more names another. */
  private List<String> answerOfTheLeader() {
    return Await.present(
        servers::toString,
        () -> {
          HttpResponse<String> answer = Http.post(servers.leader().device.address(), captured());
          assertThat(answer.statusCode()).isEqualTo(200);
          return Optional.of(fields(answer.body())).filter(it -> it.contains("success=true"));
        });
  }

  @Test
  void aFollowerAnswersACapturedRequestWithTheLeadersAddress() {
    Await.until(
        servers::toString,
        () -> {
          Server leader = servers.leader();
          Server follower = otherThan(leader);
          HttpResponse<String> refusal = Http.post(follower.device.address(), captured());
          assertThat(refusal.statusCode()).isEqualTo(200);
          return fields(refusal.body())
              .equals(List.of("success=false", "leaderAddress=" + leader.device.address()));
        });
  }

  private Server otherThan(Server leader) {
    return servers.all.stream().filter(it -> it != leader).findFirst().orElseThrow();
  }

  @Test
  void whileNobodyLeadsTheServerNamesItselfAndNeverUnknown() {
    Server leader = servers.leader();
    Server other = otherThan(leader);
    Server last = servers.all.stream().filter(it -> it != leader && it != other).findFirst().get();
    servers.stop(leader);
    servers.stop(other);
    Await.until(servers::toString, () -> last.status().leader().isEmpty());

    assertThat(fields(Http.post(last.device.address(), captured()).body()))
        .containsExactly("success=false", "leaderAddress=" + last.device.address());
    assertThat(Http.post(last.device.address(), Client2014.untypedAttempt()).body())
        .as("the answer to a client that is not of 2014")
        .contains(":ask-again<", "send the same request with the same uid again");
  }

  @Test
  void anElectionInBetweenEndsAtTheNewLeader() {
    Server leader = servers.leader();
    Server follower = otherThan(leader);
    servers.stop(leader);
    AtomicReference<URI> sent = new AtomicReference<>(follower.device.address());
    List<String> answer =
        Await.present(
            servers::toString,
            () -> {
              Optional<String> told = Http.postToWhoMayBeGone(sent.get(), captured());
              Optional<List<String>> executed =
                  told.map(Client2014::fields).filter(it -> it.contains("success=true"));
              if (executed.isEmpty()) {
                // The one that was stopped may be named until another is elected.
                sent.set(
                    told.map(it -> URI.create(leaderAddress(it)))
                        .orElse(follower.device.address()));
              }
              return executed;
            });

    assertThat(answer).containsExactly("success=true", "result=1:x=5");
    assertThat(servers.all).extracting(it -> it.device.address()).contains(sent.get());
  }

  @Test
  void anOutcomeThatIsNotKnownYetIsWaitedFor() {
    Pending pending = Await.present(servers::toString, this::takenByALoneLeader);
    Await.until(servers::toString, () -> !pending.leader().leads());
    servers.restart(pending.stopped().get(0));

    // Of the two only the former leader can be elected: the other lacks the command. An election
    // that takes longer than an answer waits is that of a busy machine.
    assertThat(Await.result(pending.refusedAfterMillis()))
        .isGreaterThanOrEqualTo(LONGEST_WAIT_MILLIS);
    Await.until(
        servers::toString, () -> pending.leader().machine.uids().equals(List.of(pending.uid())));
  }

  /** A command in the log of a leader whose followers are stopped. */
  private record Pending(
      Server leader, List<Server> stopped, String uid, CompletionStage<Long> refusedAfterMillis) {}

  /** None, and all servers run again, if the leader has resigned before it took the command. */
  private Optional<Pending> takenByALoneLeader() {
    Server leader = servers.leader();
    List<Server> followers = servers.all.stream().filter(it -> it != leader).toList();
    followers.forEach(servers::stop);
    long lastIndex = leader.status().progress().lastIndex();
    String uid = TestServers.newUid();
    long beganNanos = System.nanoTime();
    CompletionStage<Long> refusedAfterMillis =
        servers
            .insertLater(leader.device.address(), uid)
            .thenApply(answer -> answer.success() ? Long.MAX_VALUE : 0)
            .exceptionally(failure -> (System.nanoTime() - beganNanos) / 1_000_000);
    Await.until(
        servers::toString,
        () -> leader.status().progress().lastIndex() > lastIndex || !leader.leads());
    if (leader.status().progress().lastIndex() > lastIndex) {
      return Optional.of(new Pending(leader, followers, uid, refusedAfterMillis));
    }
    followers.forEach(servers::restart);
    return Optional.empty();
  }

  @Test
  @Tag("full")
  void aReadOfWhatNobodyInsertedIsAnsweredInTheWordsOf2014() {
    ReadResponse answer =
        servers.call(
            servers.leader().device.address(), RaftOperations.READ, ReadRequest.byUid("nobody's"));

    assertThat(answer).isEqualTo(ReadResponse.NOT_FOUND_IN_2014);
  }

  @Test
  void aVoteThatNamesNeitherGroupNorSenderIsRefusedWithAReason() {
    Server leader = servers.leader();
    String body =
        "<RequestVoteRequest xmlns='"
            + RAFT
            + "'><term>1000</term><candidateId>http://127.0.0.1:1/RAFT_Service</candidateId>"
            + "<lastLogIndex>1000</lastLogIndex><lastLogTerm>1000</lastLogTerm>"
            + "</RequestVoteRequest>";
    HttpResponse<String> fault =
        Http.post(leader.device.address(), envelope("RequestVote", leader.device.address(), body));

    assertThat(fault.statusCode()).isIn(400, 500);
    assertThat(fault.body()).contains("Fault").contains("peer");
    assertThat(servers.leader().status().progress().term()).isLessThan(1000);
  }

  @Test
  void theWsdlAndItsSchemasAreServed() {
    URI service = servers.leader().device.address();

    for (String name : List.of("RAFT_Service.wsdl", "flotilla.wsdl", "raft.xsd", "flotilla.xsd")) {
      HttpResponse<String> document = Http.get(URI.create(service + "/" + name));
      assertThat(document.statusCode()).as(name).isEqualTo(200);
      assertThat(document.body()).as(name).startsWith("<?xml");
    }
  }

  @Test
  @Tag("full")
  void theWsdlNamesTheAddressOfTheServerThatServesIt() {
    for (Server server : servers.all) {
      URI service = server.device.address();
      String wsdl = Http.get(URI.create(service + "/RAFT_Service.wsdl")).body();

      assertThat(wsdl).contains("location=\"" + service + "\"").doesNotContain("{");
    }
  }

  private static String envelope(String operation, URI to, String body) {
    return "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
        + " xmlns:a='http://www.w3.org/2005/08/addressing'><s:Header><a:Action>"
        + RAFT
        + "/RAFT_Service/"
        + operation
        + "</a:Action><a:MessageID>urn:uuid:6ef1ce20-e56e-11f1-bf55-b7634a0c860c</a:MessageID><a:To>"
        + to
        + "</a:To></s:Header><s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }
}

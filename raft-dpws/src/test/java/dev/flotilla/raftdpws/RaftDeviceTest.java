package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RaftDeviceTest {
  @TempDir private Path root;
  private TestServers servers;

  @BeforeEach
  void prepare() {
    servers = new TestServers(root);
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void threeServersFindEachOtherElectALeaderAndExecuteACommandEverywhere() {
    servers.startGroup(3);

    InsertCommandResponse response = servers.insert("u1", "x=5");
    assertThat(response).isEqualTo(InsertCommandResponse.executed(true, Bytes.utf8("1:x=5")));
    Await.until(
        servers::toString,
        () -> servers.all.stream().allMatch(it -> it.machine.uids().equals(List.of("u1"))));
  }

  @Test
  void aRetryIsAnsweredWithTheFirstResult() {
    servers.startGroup(3);

    InsertCommandResponse first = servers.insert("u1", "x=5");
    assertThat(servers.insert("u1", "x=5")).isEqualTo(first);
    Await.until(servers::toString, () -> servers.leader().machine.uids().equals(List.of("u1")));
  }

  @Test
  @Tag("full")
  void aFollowerRefusesAndTellsTheLeadersAddress() {
    servers.startGroup(3);
    Server leader = servers.leader();

    String address = leader.device.address().toString();
    assertThat(servers.aFollower().insert("u1", "x=5"))
        .isEqualTo(InsertCommandResponse.notLeader(address));
  }

  @Test
  void aFollowerReadsWhatTheLeaderHasAcknowledged() {
    servers.startGroup(3);
    servers.insert("u1", "x=5");

    ReadResponse read =
        servers.atLast(
            () ->
                Optional.of(
                    servers.call(
                        servers.aFollower().device.address(),
                        RaftOperations.READ,
                        ReadRequest.last())));
    assertThat(read.uid()).contains("u1");
    assertThat(read.result()).contains(Bytes.utf8("1:x=5"));
  }

  @Test
  void aReadFindsWhatWasExecuted() {
    servers.startGroup(1);
    URI address = servers.leader().device.address();
    servers.insert("u1", "x=5");
    servers.insert("u2", "reject");

    ReadResponse first = servers.call(address, RaftOperations.READ, ReadRequest.byUid("u1"));
    assertThat(first.success()).isTrue();
    assertThat(first.result()).contains(Bytes.utf8("1:x=5"));
    assertThat(first.parameters()).contains(Bytes.utf8("parameters"));
    ReadResponse last = servers.call(address, RaftOperations.READ, ReadRequest.last());
    assertThat(last.uid()).contains("u2");
    assertThat(last.success()).isFalse();
    GroupId group = servers.status(address).group().orElseThrow();
    assertThat(servers.call(address, RaftOperations.READ, ReadRequest.byUid("u3").in(group)))
        .isEqualTo(ReadResponse.NOT_FOUND);
    assertThat(
            servers.call(address, RaftOperations.READ, ReadRequest.query(Bytes.utf8("q"))).result())
        .contains(Bytes.utf8("q=2"));
  }

  @Test
  void aQueryThatBreaksTheMachineIsInvalidSoThatNobodyTriesItAgain() {
    servers.startGroup(1);
    URI address = servers.leader().device.address();
    ReadRequest query = ReadRequest.query(Bytes.utf8("break"));

    assertThatThrownBy(() -> servers.call(address, RaftOperations.READ, query))
        .isInstanceOfSatisfying(
            CallFailure.class,
            it ->
                assertThat(Optional.ofNullable(it.fault()).flatMap(RaftFault::of))
                    .contains(RaftFault.INVALID))
        .hasMessageContaining("told to break");
  }

  @Test
  void aServerThatWaitsForOthersRefusesAndSaysForWhomItWaits() {
    Server alone = servers.start(it -> it.group("g").expect(3));

    Command command = new Command("u1", "x", Bytes.EMPTY);
    InsertCommandRequest ours =
        new InsertCommandRequest(command, Optional.of(new GroupId("expected")));
    URI own = alone.device.address();

    assertThat(servers.call(own, RaftOperations.INSERT_COMMAND, ours))
        .isEqualTo(InsertCommandResponse.notLeader("unknown"));
    assertThatThrownBy(() -> alone.insert("u1", "x"))
        .as("a client that names no group is not of 2014 either")
        .hasMessageContaining("send the same request with the same uid again");
    Await.until(
        servers::toString,
        () -> servers.status(own).waitingFor().orElse("").contains("2 more founders of group 'g'"));
  }

  @Test
  @Tag("full")
  void whoeverWaitsForTheGroupHearsThatTheServerWasClosedBefore() {
    Server alone = servers.start(it -> it.group("g").expect(3));
    alone.device.close();

    assertThatThrownBy(() -> Await.result(alone.device.founded()))
        .hasMessageContaining("closed before group 'g' was founded");
  }

  @Test
  @Tag("full")
  void aServerMayBeClosedByWhoeverHearsThatItFailed() {
    Server server = servers.startGroup(1).get(0);
    servers.leader();
    CompletionStage<Void> closed =
        server.device.failed().thenAccept(cause -> server.device.close());

    assertThatThrownBy(() -> server.insert("u1", "break")).hasMessageContaining("told to break");
    Await.result(closed);
  }

  @Test
  void aServerMayBeClosedByWhoeverHearsThatItsGroupIsFounded() {
    Server first = servers.start(it -> it.group("g").expect(2));
    CompletionStage<Thread> closing =
        first
            .device
            .founded()
            .thenApply(
                group -> {
                  first.device.close();
                  return Thread.currentThread();
                });
    servers.start(it -> it.group("g").expect(2));

    // What that thread did after it had told of the group could still make the server fail.
    Thread told = Await.result(closing);
    Await.until(told::toString, () -> !told.isAlive());
    assertThat(first.device.failed().toCompletableFuture()).isNotDone();
    assertThat(first.device.status().group()).isPresent();
    servers.restart(servers.all.remove(0));
    servers.insert("u1", "x");
  }

  @Test
  void aServerThatComesBackOnAnotherPortIsFoundAgain() {
    servers.startGroup(3);
    servers.insert("u1", "before");
    Server leader = servers.leader();
    URI before = leader.device.address();

    servers.stop(leader);
    servers.insert("u2", "meanwhile");
    servers.restart(leader);

    assertThat(leader.device.address()).isNotEqualTo(before);
    Await.until(servers::toString, () -> leader.machine.uids().equals(List.of("u1", "u2")));
    servers.insert("u3", "after");
    Await.until(servers::toString, () -> leader.machine.uids().contains("u3"));
  }

  @Test
  @Tag("full")
  void allServersComeBackOnOtherPortsWithNothingButTheirDirectories() {
    servers.startGroup(3);
    servers.insert("u1", "before");
    List<Server> stopped = List.copyOf(servers.all);
    stopped.forEach(servers::stop);
    stopped.forEach(servers::restart);

    assertThat(servers.insert("u1", "before"))
        .isEqualTo(InsertCommandResponse.executed(true, Bytes.utf8("1:before")));
  }

  @Test
  void commandsOfManyClientsAreExecutedOnceInOneOrderEverywhere() {
    servers.startGroup(3);
    URI leader = servers.leader().device.address();
    List<CompletionStage<InsertCommandResponse>> responses = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      responses.add(servers.insertLater(leader, "u" + i));
    }

    for (int i = 0; i < 500; i++) {
      boolean isExecuted =
          Await.result(
              responses.get(i).handle((answer, failure) -> failure == null && answer.success()));
      // Who led may have lost its office meanwhile.
      assertThat(isExecuted || servers.insert("u" + i, "x").success()).isTrue();
    }
    Await.until(servers::toString, () -> servers.leader().machine.uids().size() >= 500);
    List<String> order = servers.leader().machine.uids();
    assertThat(order).hasSize(500).doesNotHaveDuplicates();
    Await.until(
        servers::toString,
        () -> servers.all.stream().allMatch(it -> it.machine.uids().equals(order)));
  }

  @Test
  void aServerWhoseStateMachineBreaksSaysSoAndStops() {
    Server alone = servers.start(it -> it.group("g").expect(1));
    servers.leader();
    CompletionStage<InsertCommandResponse> response =
        servers.insertLater(alone.device.address(), "u1", "explode");

    assertThat(Await.result(alone.device.failed())).hasMessageContaining("exploded");
    assertThatThrownBy(() -> Await.result(response))
        .isInstanceOfSatisfying(
            CallFailure.class,
            it -> assertThat(RaftFault.of(it.fault())).contains(RaftFault.UNKNOWN));
    assertThat(servers.status(alone.device.address()).role()).isEqualTo("stopped");
  }
}

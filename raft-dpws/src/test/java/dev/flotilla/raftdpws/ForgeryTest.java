package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ForgeryTest {
  @TempDir private Path root;
  private TestServers servers;
  private Server leader;
  private Server follower;
  private long term;

  @BeforeEach
  void prepare() {
    servers = new TestServers(root);
    servers.startSteadyGroup(3);
    leader = servers.leader();
    follower = servers.aFollower();
    term = leader.status().progress().term();
    leader.insert("before", "x");
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void aForgedByeChangesNeitherMembersNorLeaderNorAddress() {
    Forger forger = new Forger(servers.discovery);
    forger.sayBye(leader.device.member().id().toString());
    awaitThatAllHeard(forger);

    assertUndisturbed();
    // And so for a follower, which must go on counting.
    forger.sayBye(follower.device.member().id().toString());
    awaitThatAllHeard(forger);
    assertUndisturbed();
  }

  /** What is sent later tells that what was sent before has been heard. */
  private void awaitThatAllHeard(Forger forger) {
    NodeId last = new NodeId(UUID.randomUUID());
    forger.sayHello(last.toString(), "g", "http://127.0.0.1:9/RAFT_Service");
    for (Server server : servers.all) {
      Await.until(servers::toString, () -> !server.device.addresses().candidatesOf(last).isEmpty());
    }
  }

  @Test
  void aForgedHelloMakesServersAskForAStatusOnly() throws IOException {
    try (ServerSocket trap = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      URI evil = URI.create("http://127.0.0.1:" + trap.getLocalPort() + "/RAFT_Service");
      for (Server server : servers.all) {
        NodeId victim = server.device.member().id();
        new Forger(servers.discovery).sayHello(victim.toString(), "g", evil.toString());
        Server hearer = server == leader ? follower : leader;
        Await.until(
            servers::toString, () -> hearer.device.addresses().candidatesOf(victim).contains(evil));
      }

      assertUndisturbed();
      // A server that hears its own identity from elsewhere asks who is there, and no more.
      assertThat(requestsAt(trap)).allMatch(request -> request.contains("StatusRequest"));
    }
  }

  @Test
  void aServerOfAnotherGroupKeepsNoClientFromBeingServed() {
    Server other =
        servers.start(
            it ->
                it.group("g")
                    .expect(1)
                    .discovery(DiscoverySettings.loopback().withPort(TestServers.freeUdpPort())));
    Await.until(servers::toString, other::leads);
    new Forger(servers.discovery)
        .sayHello(other.device.member().id().toString(), "g", other.device.address().toString());
    Await.until(
        servers::toString,
        () ->
            servers
                .status(leader.device.address())
                .facts()
                .text(StatusFact.OTHER_GROUPS)
                .isPresent());
    servers.stop(other);

    assertUndisturbed();
  }

  private static List<String> requestsAt(ServerSocket trap) throws IOException {
    trap.setSoTimeout(1);
    List<String> requests = new ArrayList<>();
    for (Optional<Socket> next = next(trap); next.isPresent(); next = next(trap)) {
      try (Socket caught = next.get()) {
        caught.setSoTimeout(30_000);
        requests.add(untilStatus(caught.getInputStream()));
      }
    }
    return requests;
  }

  private static Optional<Socket> next(ServerSocket trap) throws IOException {
    try {
      return Optional.of(trap.accept());
    } catch (SocketTimeoutException e) {
      return Optional.empty();
    }
  }

  private static String untilStatus(InputStream in) throws IOException {
    StringBuilder read = new StringBuilder();
    for (int c = in.read(); c >= 0; c = in.read()) {
      read.append((char) c);
      if (read.indexOf("StatusRequest") >= 0) {
        return read.toString();
      }
    }
    return read.toString();
  }

  @Test
  void aTrueMemberIsFoundThoughTheForgerAnnouncedItFirst() throws IOException {
    Server moving = follower;
    NodeId victim = moving.device.member().id();
    try (ServerSocket trap = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String evil = "http://127.0.0.1:" + trap.getLocalPort() + "/RAFT_Service";
      new Forger(servers.discovery).sayHello(victim.toString(), "g", evil);
      Await.until(
          servers::toString,
          () -> leader.device.addresses().candidatesOf(victim).contains(URI.create(evil)));
      servers.stop(moving);
      leader.insert("meanwhile", "y");
      servers.restart(moving);

      Await.until(servers::toString, () -> moving.machine.uids().contains("meanwhile"));
    }
  }

  @Test
  @Tag("full")
  void announcedStrangersMakeNoServerFloodTheNetwork() throws IOException {
    Forger forger = new Forger(servers.discovery);
    try (Eavesdropper network = new Eavesdropper(servers.discovery)) {
      for (int i = 0; i < 60; i++) {
        forger.sayHello("urn:uuid:" + UUID.randomUUID(), "g", "");
      }
      awaitThatAllHeard(forger);

      assertThat(network.heardOf("discovery/2009/01/Resolve<"))
          .as("each server follows a few, each question is repeated once")
          .isLessThanOrEqualTo(2 * 5 * servers.all.size());
    }
    assertUndisturbed();
  }

  @Test
  void anAddressInAPeerRequestIsNotWhereClientsAreSent() {
    PeerHeader header = header(group(), leader.device.member(), follower.device.member());
    servers.call(
        follower.device.address(),
        RaftOperations.REQUEST_VOTE,
        new PeerRequest<>(
            header,
            "http://127.0.0.1:1/RAFT_Service",
            new RequestVote(1, LogPosition.ORIGIN, 1_000_000)));

    assertUndisturbed();
  }

  @Test
  void aRequestForAnotherGroupIsAFaultAndCountsForNothing() {
    assertFault(header(new GroupId("other"), follower.device.member(), leader.device.member()));
  }

  @Test
  @Tag("full")
  void aRequestForAnotherIncarnationIsAFaultAndCountsForNothing() {
    assertFault(header(group(), follower.device.member(), stranger(leader.device.member())));
  }

  @Test
  @Tag("full")
  void aRequestOfAnotherIncarnationIsAFaultAndCountsForNothing() {
    assertFault(header(group(), stranger(follower.device.member()), leader.device.member()));
  }

  @Test
  @Tag("full")
  void aRequestOfAnotherVersionIsAFault() {
    PeerHeader future =
        new PeerHeader(2, group(), follower.device.member(), leader.device.member());

    assertThat(faultOf(future)).isEqualTo(RaftFault.INVALID);
    assertUndisturbed();
  }

  private void assertFault(PeerHeader header) {
    assertThat(faultOf(header)).isEqualTo(RaftFault.WRONG_GROUP);
    assertUndisturbed();
  }

  private RaftFault faultOf(PeerHeader header) {
    LogPosition last = new LogPosition(1_000_000, term + 100);
    assertThatThrownBy(
            () ->
                servers.call(
                    leader.device.address(),
                    RaftOperations.REQUEST_VOTE,
                    new PeerRequest<>(header, "http://x/", new RequestVote(term + 100, last, 1))))
        .isInstanceOf(CallFailure.class);
    CallFailure failure =
        (CallFailure)
            catchThrowable(
                () ->
                    servers.call(
                        leader.device.address(),
                        RaftOperations.APPEND_ENTRIES,
                        new PeerRequest<>(
                            header,
                            "http://x/",
                            new AppendEntries(term + 100, last, List.of(), 1, 2))));
    return RaftFault.of(failure.fault()).orElseThrow();
  }

  private PeerHeader header(GroupId group, Member from, Member to) {
    return new PeerHeader(1, group, from, to);
  }

  private GroupId group() {
    return leader.status().group().orElseThrow();
  }

  private static Member stranger(Member member) {
    return new Member(member.id(), new Incarnation(6, 6));
  }

  /** Leader, term, members and addresses are as before, and commands are executed. */
  private void assertUndisturbed() {
    assertThat(leader.insert(TestServers.newUid(), "still"))
        .matches(InsertCommandResponse::success, "executed");
    assertThat(servers.leader()).isSameAs(leader);
    assertThat(leader.status().progress().term()).isEqualTo(term);
    Set<String> expected =
        servers.all.stream()
            .map(it -> it.device.member() + " " + it.device.address())
            .collect(Collectors.toCollection(TreeSet::new));
    for (Server server : servers.all) {
      assertThat(server.status().members())
          .extracting(it -> it.member() + " " + it.address().orElse("nowhere"))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
    assertThat(follower.insert("refused", "y").leaderAddress())
        .contains(leader.device.address().toString());
  }
}

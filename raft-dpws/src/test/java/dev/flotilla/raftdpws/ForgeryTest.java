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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ForgeryTest {
  /** So far ahead is a term that nobody has named before. */
  private static final long FORGED_TERMS = 100;

  @TempDir private Path root;
  private TestServers servers;
  private Server leader;
  private Server follower;
  private long term;

  @BeforeEach
  void prepare() {
    servers = new TestServers(root);
    servers.startSteadyGroup(3);
    servers.insert("before", "x");
    lookWhoLeads();
  }

  private void lookWhoLeads() {
    leader = servers.leader();
    follower = servers.all.stream().filter(it -> it != leader).findFirst().orElseThrow();
    term = leader.status().progress().term();
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void aForgedByeChangesNeitherMembersNorLeaderNorAddress() {
    Forger forger = new Forger(servers.discovery);
    assertUndisturbedBy(
        () -> {
          forger.sayBye(leader.device.member().id().toString());
          awaitThatAllHeard(forger);
        });
    // And so for a follower, which must go on counting.
    assertUndisturbedBy(
        () -> {
          forger.sayBye(follower.device.member().id().toString());
          awaitThatAllHeard(forger);
        });
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
      assertUndisturbedBy(() -> servers.all.forEach(it -> announceAt(evil, it)));
      // A server that hears its own identity from elsewhere asks who is there, and no more; one
      // that stands still may give that up before it has asked.
      assertThat(requestsAt(trap))
          .allMatch(request -> request.isEmpty() || request.contains("StatusRequest"));
    }
  }

  private void announceAt(URI evil, Server server) {
    NodeId victim = server.device.member().id();
    new Forger(servers.discovery).sayHello(victim.toString(), "g", evil.toString());
    Server hearer = server == leader ? follower : leader;
    Await.until(
        servers::toString, () -> hearer.device.addresses().candidatesOf(victim).contains(evil));
  }

  @Test
  void aServerOfAnotherGroupKeepsNoClientFromBeingServed() {
    assertUndisturbedBy(this::haveAnotherGroupHeard);
  }

  private void haveAnotherGroupHeard() {
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
  }

  private static List<String> requestsAt(ServerSocket trap) throws IOException {
    trap.setSoTimeout(1);
    List<String> requests = new ArrayList<>();
    for (Optional<Socket> next = next(trap); next.isPresent(); next = next(trap)) {
      try (Socket caught = next.get()) {
        caught.setSoTimeout((int) Await.limitMillis());
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
      servers.insert("meanwhile", "y");
      servers.restart(moving);

      Await.until(servers::toString, () -> moving.machine.uids().contains("meanwhile"));
    }
  }

  @Test
  @Tag("full")
  void announcedStrangersMakeNoServerFloodTheNetwork() throws IOException {
    try (Eavesdropper network = new Eavesdropper(servers.discovery)) {
      assertUndisturbedBy(this::announceStrangers);
      assertThat(network.heardOf("discovery/2009/01/Resolve<"))
          .as("each server follows a few, each question is repeated once")
          .isLessThanOrEqualTo(2 * 5 * servers.all.size());
    }
  }

  private void announceStrangers() {
    Forger forger = new Forger(servers.discovery);
    for (int i = 0; i < 60; i++) {
      forger.sayHello("urn:uuid:" + UUID.randomUUID(), "g", "");
    }
    awaitThatAllHeard(forger);
  }

  @Test
  void anAddressInAPeerRequestIsNotWhereClientsAreSent() {
    assertUndisturbedBy(this::nameAnotherAddress);
  }

  private void nameAnotherAddress() {
    PeerHeader header = header(group(), leader.device.member(), follower.device.member());
    servers.call(
        follower.device.address(),
        RaftOperations.REQUEST_VOTE,
        new PeerRequest<>(
            header,
            "http://127.0.0.1:1/RAFT_Service",
            new RequestVote(1, LogPosition.ORIGIN, 1_000_000)));
  }

  @Test
  void aRequestForAnotherGroupIsAFaultAndCountsForNothing() {
    assertFault(
        () -> header(new GroupId("other"), follower.device.member(), leader.device.member()));
  }

  @Test
  @Tag("full")
  void aRequestForAnotherIncarnationIsAFaultAndCountsForNothing() {
    assertFault(() -> header(group(), follower.device.member(), stranger(leader.device.member())));
  }

  @Test
  @Tag("full")
  void aRequestOfAnotherIncarnationIsAFaultAndCountsForNothing() {
    assertFault(() -> header(group(), stranger(follower.device.member()), leader.device.member()));
  }

  @Test
  @Tag("full")
  void aRequestOfAnotherVersionIsAFault() {
    assertFault(
        () -> new PeerHeader(2, group(), follower.device.member(), leader.device.member()),
        RaftFault.INVALID);
  }

  private void assertFault(Supplier<PeerHeader> header) {
    assertFault(header, RaftFault.WRONG_GROUP);
  }

  private void assertFault(Supplier<PeerHeader> header, RaftFault fault) {
    assertUndisturbedBy(() -> assertThat(faultOf(header.get())).isEqualTo(fault));
  }

  private RaftFault faultOf(PeerHeader header) {
    LogPosition last = new LogPosition(1_000_000, term + FORGED_TERMS);
    assertThatThrownBy(
            () ->
                servers.call(
                    leader.device.address(),
                    RaftOperations.REQUEST_VOTE,
                    new PeerRequest<>(
                        header, "http://x/", new RequestVote(term + FORGED_TERMS, last, 1))))
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
                            new AppendEntries(term + FORGED_TERMS, last, List.of(), 1, 2))));
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

  /**
   * Does this to the group: leader, term, members and addresses are as before, and commands are
   * executed. Does it again if the leader is another one, since a machine that stands still may
   * depose it, too.
   */
  private void assertUndisturbedBy(Runnable forgery) {
    Await.until(
        servers::toString,
        () -> {
          lookWhoLeads();
          forgery.run();
          assertThatNothingIsBelieved();
          return isUndisturbed();
        });
  }

  private boolean isUndisturbed() {
    try {
      return leader.insert(TestServers.newUid(), "still").success()
          && servers.leader() == leader
          && leader.status().progress().term() == term
          && follower
              .insert("refused", "y")
              .leaderAddress()
              .equals(Optional.of(leader.device.address().toString()));
    } catch (CallFailure e) {
      return false;
    }
  }

  private void assertThatNothingIsBelieved() {
    Set<String> expected =
        servers.all.stream()
            .map(it -> it.device.member() + " " + it.device.address())
            .collect(Collectors.toCollection(TreeSet::new));
    for (Server server : servers.all) {
      assertThat(server.status().progress().term()).isLessThan(term + FORGED_TERMS);
      assertThat(server.status().members())
          .extracting(it -> it.member() + " " + it.address().orElse("nowhere"))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }
}

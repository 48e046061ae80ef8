package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of members, asked for by SOAP. */
@Tag("slow")
class MembersOnTheNetworkTest {
  @TempDir private Path root;
  private TestServers servers;

  @BeforeEach
  void prepare() {
    servers = new TestServers(root);
    servers.startGroup(3);
    servers.insert("before", "x");
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void aServerJoinsLearnsAndVotes() {
    Server joiner = join();
    assertThat(add(joiner, MemberStatus.LEARNER, Optional.empty())).isEqualTo(AdminResponse.DONE);
    awaitStanding(joiner, MemberStatus.LEARNER);
    assertThat(Await.result(joiner.device.founded()))
        .isEqualTo(joiner.status().group().orElseThrow());
    AdminResponse promoted =
        servers.change(RaftOperations.PROMOTE, new MemberRequest(Optional.empty(), member(joiner)));

    assertThat(promoted).isEqualTo(AdminResponse.DONE);
    awaitStanding(joiner, MemberStatus.VOTER);
    Await.until(servers::toString, () -> joiner.machine.uids().contains("before"));
    assertThat(members(joiner)).hasSize(4);
  }

  @Test
  void theOnesThatAreLeftGoOnWithoutTheLeaderThatWasRemoved() {
    Server leader = servers.leader();
    AdminResponse removed =
        servers.change(
            RaftOperations.REMOVE_MEMBER, new MemberRequest(Optional.empty(), member(leader)));
    assertThat(removed).isEqualTo(AdminResponse.DONE);
    servers.stop(leader);

    Server next = servers.leader();
    assertThat(members(next)).hasSize(2).doesNotContain(leader.device.member());
    servers.insert("after", "y");
    Await.until(servers::toString, () -> next.machine.uids().contains("after"));
  }

  @Test
  @Tag("full")
  void aServerThatIsRemovedSaysSoWithTheIndex() {
    Server leaving = servers.aFollower();
    servers.change(
        RaftOperations.REMOVE_MEMBER, new MemberRequest(Optional.empty(), member(leaving)));

    long index = Await.result(leaving.device.removed());
    assertThat(index).isBetween(2L, leaving.status().progress().commitIndex());
    Await.until(
        servers::toString,
        () -> leaving.status().waitingFor().orElse("").contains("no member of the group"));
    assertThat(servers.all)
        .filteredOn(it -> it != leaving)
        .noneMatch(it -> it.device.removed().toCompletableFuture().isDone());
  }

  @Test
  void aServerTakesThePlaceOfOneWhoseDirectoryWasLost() {
    Server lost = servers.aFollower();
    servers.stop(lost);
    Server joiner = join();

    assertThat(add(joiner, MemberStatus.VOTER, Optional.of(lost))).isEqualTo(AdminResponse.DONE);
    awaitStanding(joiner, MemberStatus.VOTER);
    assertThat(members(joiner)).hasSize(3).doesNotContain(lost.device.member());
    // With the newcomer, two of three are enough.
    Server other = servers.all.stream().filter(it -> it != joiner && !it.leads()).findAny().get();
    servers.stop(other);
    servers.insert("with the newcomer", "z");
    Await.until(servers::toString, () -> joiner.machine.uids().contains("with the newcomer"));
  }

  @Test
  @Tag("full")
  void aMemberThatJoinedServesAgainAfterARestartAtAnotherPort() {
    Server joiner = join();
    add(joiner, MemberStatus.VOTER, Optional.empty());
    awaitStanding(joiner, MemberStatus.VOTER);
    servers.stop(joiner);
    servers.insert("meanwhile", "y");
    servers.restart(joiner);

    Await.until(servers::toString, () -> joiner.machine.uids().contains("meanwhile"));
    Await.result(joiner.device.founded());
  }

  @Test
  void leadershipIsHandedOverToWhomIsNamed() {
    Server next = servers.aFollower();
    MemberRequest request = new MemberRequest(Optional.empty(), member(next));

    // Who stands still at that moment does not take over, or not for long: it is asked for again.
    Await.until(
        servers::toString,
        () ->
            servers.change(RaftOperations.TRANSFER_LEADERSHIP, request).equals(AdminResponse.DONE)
                && next.leads());
  }

  @Test
  @Tag("full")
  void whatIsAskedForAgainIsAnsweredAsMade() {
    Server leaving = servers.aFollower();
    servers.stop(leaving);
    Server joiner = join();
    MemberRequest remove = new MemberRequest(Optional.empty(), member(leaving));
    MemberRequest about = new MemberRequest(Optional.empty(), member(joiner));
    for (int i = 0; i < 2; i++) {
      assertThat(add(joiner, MemberStatus.VOTER, Optional.of(leaving)))
          .isEqualTo(AdminResponse.DONE);
    }
    for (int i = 0; i < 2; i++) {
      assertThat(servers.change(RaftOperations.REMOVE_MEMBER, remove))
          .isEqualTo(AdminResponse.DONE);
      assertThat(servers.change(RaftOperations.PROMOTE, about)).isEqualTo(AdminResponse.DONE);
    }
    for (int i = 0; i < 2; i++) {
      servers.leader();
      assertThat(servers.change(RaftOperations.TRANSFER_LEADERSHIP, about))
          .isEqualTo(AdminResponse.DONE);
    }
    Await.until(servers::toString, joiner::leads);
    assertThat(members(joiner)).hasSize(3).doesNotContain(leaving.device.member());
  }

  @Test
  @Tag("full")
  void whoDoesNotLeadNamesTheLeaderAndWhoCannotSaysWhy() {
    Server leader = servers.leader();
    MemberRequest request = new MemberRequest(Optional.empty(), member(leader));
    assertThat(
            servers.call(
                servers.aFollower().device.address(), RaftOperations.REMOVE_MEMBER, request))
        .isEqualTo(AdminResponse.notLeader(leader.device.address().toString()));

    MemberRequest nobody = new MemberRequest(Optional.empty(), Optional.empty());
    assertThat(servers.change(RaftOperations.PROMOTE, nobody).reason().orElseThrow())
        .contains("names no member");
    assertThat(members(leader)).hasSize(3);
  }

  private Server join() {
    Server joiner = servers.start(it -> it.group("g").join());
    Await.until(servers::toString, () -> joiner.status().group().isPresent());
    return joiner;
  }

  private AdminResponse add(Server joiner, MemberStatus as, Optional<Server> replaced) {
    return servers.change(
        RaftOperations.ADD_MEMBER,
        new AddMemberRequest(
            joiner.status().group(),
            joiner.device.member(),
            Optional.of(joiner.device.address().toString()),
            as,
            replaced.map(it -> it.device.member().id())));
  }

  private void awaitStanding(Server server, MemberStatus standing) {
    Await.until(
        servers::toString,
        () ->
            server
                .status()
                .configuration()
                .filter(it -> !it.isChanging())
                .filter(it -> MemberStatus.of(server.device.member(), it) == standing)
                .isPresent());
  }

  private static Optional<Member> member(Server server) {
    return Optional.of(server.device.member());
  }

  private static List<Member> members(Server server) {
    return server.status().members().stream().map(MemberAddress::member).toList();
  }
}

package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.founding.FoundingRefused;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class JoinOnTheNetworkTest {
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
  void aServerThatJoinsFindsTheGroupAndWaitsToBeAdded() {
    GroupId group = foundOne();
    Server joiner = servers.start(it -> it.group("g").join());

    awaitJoining(joiner, group);
    String remedy = "flotilla members add --group g " + joiner.device.member().id();
    Await.until(servers::toString, () -> joiner.status().waitingFor().orElse("").contains(remedy));
    StatusResponse status = joiner.status();
    assertThat(status.role()).isEqualTo(StatusResponse.JOINING);
    assertThat(status.configuration()).isEmpty();
    assertThat(joiner.device.founded().toCompletableFuture()).isNotDone();
  }

  @Test
  @Tag("full")
  void itFindsTheGroupAtAnAddressThatItWasTold() {
    Server founder = servers.start(it -> it.group("g").expect(1).withoutDiscovery());
    GroupId group = Await.result(founder.device.founded());
    Server joiner =
        servers.start(
            it ->
                it.group("g")
                    .join()
                    .withoutDiscovery()
                    .staticPeers(List.of(founder.device.address())));

    awaitJoining(joiner, group);
  }

  @Test
  void aRestartNeedsOnlyTheDirectory() {
    GroupId group = foundOne();
    Server joiner = servers.start(it -> it.group("g").join());
    awaitJoining(joiner, group);
    Member before = joiner.device.member();
    servers.stop(joiner);
    // Nobody is there to tell the group again.
    servers.stop(servers.all.get(0));
    servers.restart(joiner);

    assertThat(joiner.status().group()).contains(group);
    assertThat(joiner.device.member()).isEqualTo(before);
    assertThat(joiner.status().role()).isEqualTo(StatusResponse.JOINING);
  }

  @Test
  void whoWaitsForAGroupIsNoFounderOfIt() {
    Server joiner = servers.start(it -> it.group("g").join());
    GroupId group = foundOne();

    awaitJoining(joiner, group);
    assertThat(servers.all.get(1).status().members()).hasSize(1);
  }

  @Test
  @Tag("full")
  void aMemberThatIsToldToJoinGoesOnAsItWas() {
    GroupId group = foundOne();
    Server founder = servers.all.get(0);
    servers.stop(founder);
    founder.restart(it -> it.join());
    servers.all.add(founder);

    assertThat(founder.status().group()).as("it belongs to the group already").contains(group);
    assertThat(founder.status().members()).hasSize(1);
  }

  @Test
  @Tag("full")
  void ofTwoGroupsOfTheNameTheOneWithTheIdIsJoined() {
    // Neither hears of the other, so both are founded.
    Server first = servers.start(it -> it.group("g").expect(1).withoutDiscovery());
    Server second = servers.start(it -> it.group("g").expect(1).withoutDiscovery());
    GroupId one = Await.result(first.device.founded());
    GroupId other = Await.result(second.device.founded());
    List<URI> both = List.of(first.device.address(), second.device.address());
    Server undecided =
        servers.start(it -> it.group("g").join().withoutDiscovery().staticPeers(both));

    assertThat(Await.result(undecided.device.failed()))
        .isInstanceOf(FoundingRefused.class)
        .hasMessageContainingAll(one.value(), other.value(), "--group-id");
    Server joiner =
        servers.start(it -> it.group("g").join(other).withoutDiscovery().staticPeers(both));
    awaitJoining(joiner, other);
  }

  @Test
  void aServerThatIsAboutToFoundDoesNotJoin() throws IOException {
    try (DirectoryIdentity identity =
        DirectoryIdentity.open(
            new FileDisk(root.resolve("server0")), Optional.of("g"), new Random(1))) {
      identity.acceptFounding(
          List.of(new Founder(identity.member(), URI.create("http://127.0.0.1:1/"))));
    }

    assertThatThrownBy(() -> servers.start(it -> it.group("g").join()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has accepted a founding list of group 'g'");
  }

  @Test
  void toFoundAndToJoinIsAContradiction() {
    assertThatThrownBy(() -> RaftDeviceSettings.builder(root).group("g").expect(3).join().build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expect 3 or join, not both");
  }

  private GroupId foundOne() {
    Server founder = servers.start(it -> it.group("g").expect(1));
    return Await.result(founder.device.founded());
  }

  private void awaitJoining(Server joiner, GroupId group) {
    Await.until(servers::toString, () -> joiner.status().group().filter(group::equals).isPresent());
  }
}

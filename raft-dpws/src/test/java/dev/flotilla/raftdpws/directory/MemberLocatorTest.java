package dev.flotilla.raftdpws.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.discovery.DiscoveredTarget;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class MemberLocatorTest {
  private static final NodeId SELF = id(1);
  private static final NodeId MEMBER = id(2);
  private static final URI FIXED = URI.create("http://host:1/RAFT_Service");

  private static final URI OWN = URI.create("http://10.0.0.1:5000/RAFT_Service");
  private static final URI BRIDGE = URI.create("http://172.17.0.1:5000/RAFT_Service");

  private final List<ServerSighting> announced = new ArrayList<>();
  private final AddressDirectory directory = AddressDirectory.inMemory();
  private final List<URI> asked = new ArrayList<>();
  private final List<CompletableFuture<StatusResponse>> answers = new ArrayList<>();
  private final MemberLocator locator =
      new MemberLocator(
          "g",
          SELF,
          directory,
          List.of(FIXED),
          this::ask,
          () -> List.of(OWN, BRIDGE),
          announced::add);

  @Test
  void announcedStrangersWithoutAddressesHaveNoMemberAsked() {
    directory.keep(List.of(MEMBER));
    directory.worked(MEMBER, URI.create("http://host:7/RAFT_Service"));
    for (int i = 0; i < 1_000; i++) {
      locator.heard(helloWithoutAddress(id(100 + i)));
    }

    assertThat(asked).isEmpty();
  }

  @Test
  void aMemberIsLookedForWhateverWasAnnouncedBefore() {
    directory.keep(List.of(MEMBER));
    for (int i = 0; i < 1_000; i++) {
      locator.heard(helloWithoutAddress(id(100 + i)));
    }
    locator.heard(helloWithoutAddress(MEMBER));
    locator.lost(MEMBER);

    assertThat(asked).containsExactly(FIXED);
  }

  @Test
  void whoWasLookedForAMomentAgoIsNotLookedForAgain() {
    locator.lost(MEMBER);
    locator.lost(MEMBER);

    assertThat(asked).hasSize(1);
  }

  @Test
  void membersAreAskedWhereAnotherOneIs() {
    URI known = URI.create("http://host:7/RAFT_Service");
    URI home = URI.create("http://10.0.0.8:8/RAFT_Service");
    directory.keep(List.of(MEMBER, id(3)));
    directory.worked(id(3), known);
    locator.lost(MEMBER);
    answers.get(asked.indexOf(known)).complete(statusOf(id(3), MEMBER, home));

    assertThat(asked).containsExactly(FIXED, known);
    assertThat(directory.address(MEMBER)).contains(home);
  }

  @Test
  void addressesOfBridgesThatAllHostsHaveCountForNothing() {
    List<URI> bridges =
        IntStream.range(0, 7)
            .mapToObj(i -> URI.create("http://172.%s.0.1:5000/".formatted(18 + i)))
            .toList();
    List<URI> all = new ArrayList<>(List.of(URI.create("http://172.17.0.1:5000/")));
    all.addAll(bridges);
    URI home = URI.create("http://10.0.0.2:5000/RAFT_Service");
    // Another server says that it is at the same bridges.
    locator.heard(said(DiscoveredTarget.Kind.HELLO, id(3), bridges));
    announced.clear();
    all.add(URI.create("http://10.0.0.2:5000/"));
    locator.heard(said(DiscoveredTarget.Kind.HELLO, MEMBER, all));

    assertThat(announced).extracting(ServerSighting::address).doesNotContain(BRIDGE);
    assertThat(announced).element(0).extracting(ServerSighting::address).isEqualTo(home);
    assertThat(directory.address(MEMBER)).contains(home);
  }

  @Test
  void theOwnIdAtAnotherAddressIsAskedFor() {
    DiscoveredTarget own = match(SELF, "http://10.0.0.1:5000/");
    locator.heard(own);
    assertThat(asked).isEmpty();
    assertThat(locator.isItself(own.target())).isTrue();

    DiscoveredTarget copy = match(SELF, "http://10.0.0.9:5000/");
    locator.heard(copy);
    assertThat(asked).containsExactly(URI.create("http://10.0.0.9:5000/RAFT_Service"));
    assertThat(locator.isItself(copy.target())).isFalse();
    assertThat(locator.isItself(match(MEMBER, "http://10.0.0.1:5000/").target())).isFalse();
  }

  @Test
  void theGroupThatAServerSaysItBelongsToIsHandedOver() {
    locator.heard(
        new DiscoveredTarget(
            DiscoveredTarget.Kind.HELLO,
            new Target(
                MEMBER.toString(),
                List.of(new QName(RaftNames.RAFT, RaftNames.DEVICE_TYPE)),
                List.of(RaftNames.scope("g"), RaftNames.scope(new GroupId("abc"))),
                List.of(URI.create("http://10.0.0.2:5000/")),
                1)));

    assertThat(announced)
        .extracting(ServerSighting::group)
        .containsExactly(Optional.of(new GroupId("abc")));
  }

  private static DiscoveredTarget helloWithoutAddress(NodeId server) {
    return said(DiscoveredTarget.Kind.HELLO, server, List.of());
  }

  private static DiscoveredTarget match(NodeId server, String address) {
    return said(DiscoveredTarget.Kind.PROBE_MATCH, server, List.of(URI.create(address)));
  }

  private static DiscoveredTarget said(
      DiscoveredTarget.Kind kind, NodeId server, List<URI> addresses) {
    return new DiscoveredTarget(
        kind,
        new Target(
            server.toString(),
            List.of(new QName(RaftNames.RAFT, RaftNames.DEVICE_TYPE)),
            List.of(RaftNames.scope("g")),
            addresses,
            1));
  }

  private static StatusResponse statusOf(NodeId self, NodeId other, URI address) {
    Incarnation life = new Incarnation(1, 1);
    return new StatusResponse(
        1,
        "g",
        Optional.of(new GroupId("g")),
        new MemberAddress(new Member(self, life), Optional.empty()),
        "follower",
        Optional.empty(),
        new StatusResponse.Progress(1, 1, 1, 1, 1),
        List.of(new MemberAddress(new Member(other, life), Optional.of(address.toString()))),
        Optional.empty(),
        Optional.empty(),
        StatusDetails.NONE);
  }

  private CompletionStage<StatusResponse> ask(URI address) {
    asked.add(address);
    answers.add(new CompletableFuture<>());
    return answers.get(answers.size() - 1);
  }

  private static NodeId id(int number) {
    return new NodeId(new UUID(0, number));
  }
}

package dev.flotilla.raftdpws.founding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.identity.Founder;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JoiningTest {
  private static final FoundingPlan.Pace PACE = new FoundingPlan.Pace(100, 50, 500);
  private static final GroupId GROUP = new GroupId("abc");
  private static final GroupId OTHER = new GroupId("def");
  private static final URI SELF = url(1);
  private static final Unanswered ABSENT = new Unanswered(Unanswered.Kind.ABSENT, "refused");

  private final Joining joining = joining();

  @Test
  void theGroupIsFoundWhenAllHadTimeToAnswerAfterTheFirst() throws Exception {
    meet(url(2), "g", Optional.of(GROUP), StatusResponse.FOUNDING, 1_000);

    assertThat(joining.found(1_099)).isEmpty();
    assertThat(joining.found(1_100)).contains(GROUP);
  }

  @Test
  void asLongAsNobodyAnswersItWaitsAndSaysSo() throws Exception {
    joining.announced(sighting(url(2)), 0);
    assertThat(joining.advanceTo(0)).containsExactly(url(2));
    joining.isNotThere(url(2), ABSENT, 10);

    assertThat(joining.found(10_000)).isEmpty();
    assertThat(joining.waitingFor())
        .startsWith("a server of the founded group 'g' to answer")
        .contains("--expect N");
    assertThat(joining.advanceTo(100)).as("asked again").containsExactly(url(2));
  }

  @Test
  void aServerThatIsAnnouncedAndCannotBeAskedIsNamed() throws Exception {
    URI withKeys = URI.create("https://127.0.0.1:2/RAFT_Service");
    joining.announced(sighting(withKeys), 0);
    joining.advanceTo(0);
    joining.isNotThere(withKeys, new Unanswered(Unanswered.Kind.SILENT, "needs keys"), 10);

    assertThat(joining.waitingFor())
        .contains("was announced, but nobody answers at " + withKeys + " (needs keys)");
  }

  @Test
  void serversThatFoundOrBelongToAnotherGroupAreNoGroup() throws Exception {
    meet(url(2), "g", Optional.empty(), StatusResponse.FOUNDING, 10);
    meet(url(3), "h", Optional.of(GROUP), "leader", 10);

    assertThat(joining.found(10_000)).isEmpty();
  }

  @Test
  void ofTwoGroupsUnderTheNameItRefusesAndNamesBoth() throws Exception {
    meet(url(2), "g", Optional.of(GROUP), "leader", 10);
    meet(url(3), "g", Optional.of(OTHER), "leader", 109);

    assertThat(joining.found(109)).isEmpty();
    assertThatThrownBy(() -> joining.found(110))
        .isInstanceOf(FoundingRefused.class)
        .hasMessage(
            "several groups go by the name 'g': abc at %s, def at %s. Name the one to join by its id, with --group-id",
            url(2), url(3));
  }

  @Test
  void anIdThatAnOperatorNamedDecidesAtOnce() throws Exception {
    Joining named = joining(Optional.of(OTHER));
    meet(named, url(2), "g", Optional.of(GROUP), "leader", 10);
    assertThat(named.found(10_000)).isEmpty();
    assertThat(named.waitingFor())
        .isEqualTo("a server of the group 'g' with the id def to answer; found: abc at " + url(2));

    meet(named, url(3), "g", Optional.of(OTHER), "leader", 10_000);
    assertThat(named.found(10_000)).contains(OTHER);
  }

  @Test
  void itNeverAsksItself() {
    joining.announced(sighting(SELF), 0);

    assertThat(joining.advanceTo(0)).isEmpty();
  }

  @Test
  void addressesOfAnOperatorAreTriedBeforeAnythingIsCertain() throws Exception {
    Joining named = joining(SELF, url(2), url(3));
    named.advanceTo(0);
    named.isThere(url(2), status("g", Optional.of(GROUP), "leader"), 10);
    assertThat(named.found(10_000)).isEmpty();
    named.isNotThere(url(3), ABSENT, 20);

    assertThat(named.found(10_000)).contains(GROUP);
    assertThat(named.waitingFor()).contains("nobody answers at " + url(3));
  }

  private void meet(URI address, String name, Optional<GroupId> group, String role, long now) {
    meet(joining, address, name, group, role, now);
  }

  private static void meet(
      Joining joining, URI address, String name, Optional<GroupId> group, String role, long now) {
    joining.announced(sighting(address), now);
    joining.advanceTo(now);
    joining.isThere(address, status(name, group, role), now);
  }

  private static Joining joining(URI... fixed) {
    return joining(Optional.empty(), fixed);
  }

  private static Joining joining(Optional<GroupId> id, URI... fixed) {
    Member self = new Member(new NodeId(new UUID(0, 1)), new Incarnation(0, 1));
    return new Joining(new JoinPlan("g", id, new Founder(self, SELF), PACE), List.of(fixed), 0);
  }

  private static StatusResponse status(String name, Optional<GroupId> group, String role) {
    Member other = new Member(new NodeId(new UUID(0, 2)), new Incarnation(0, 2));
    return new StatusResponse(
        1,
        name,
        group,
        new MemberAddress(other, Optional.empty()),
        role,
        Optional.empty(),
        new StatusResponse.Progress(0, 0, 0, 0, 0),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        StatusDetails.NONE);
  }

  private static ServerSighting sighting(URI address) {
    return new ServerSighting(new NodeId(new UUID(0, 99)), address, Optional.empty());
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port + "/RAFT_Service");
  }
}

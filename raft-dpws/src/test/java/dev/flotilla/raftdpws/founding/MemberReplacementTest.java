package dev.flotilla.raftdpws.founding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.identity.Founder;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MemberReplacementTest {
  private static final GroupId GROUP = new GroupId("abc");
  private static final URI SELF = url(1);
  private static final long ASK = MemberReplacement.ASK_NANOS;

  private final MemberReplacement readmission = readmission();

  @Test
  void theLeaderOfTheLatestTermIsAsked() {
    meet(2, GROUP, "leader", 4);
    meet(3, GROUP, "leader", 5);
    meet(4, GROUP, "follower", 6);
    meet(5, new GroupId("def"), "leader", 7);

    assertThat(readmission.takeLeader(10)).contains(url(3));
    assertThat(readmission.takeLeader(10 + ASK)).as("one request at a time").isEmpty();
  }

  @Test
  void asLongAsItIsNoMemberItAsksAgain() {
    meet(2, GROUP, "leader", 4);
    assertThat(readmission.takeLeader(10)).isPresent();
    readmission.failed("answered with a fault: the change is under way", 20);
    assertThat(readmission.waitingFor())
        .contains("log-1 is damaged", "leader at " + url(2), "under way", "members add --group g");
    assertThat(readmission.takeLeader(20 + ASK - 1)).isEmpty();
    assertThat(readmission.takeLeader(20 + ASK)).contains(url(2));
    readmission.answered(AdminResponse.notLeader("unknown"), 30 + ASK);
    meet(2, GROUP, "follower", 4);
    meet(3, GROUP, "leader", 5);
    assertThat(readmission.takeLeader(30 + 2 * ASK)).contains(url(3));
  }

  @Test
  void whoIsRefusedAgainAndAgainAsksNoMoreAndSaysWhy() {
    meet(2, GROUP, "leader", 4);
    long now = 10;
    for (int i = 0; i < MemberReplacement.MAX_REFUSALS; i++) {
      assertThat(readmission.takeLeader(now)).as("request %s", i).isPresent();
      readmission.answered(AdminResponse.refused("two copies run"), now);
      now += ASK;
    }

    assertThat(readmission.takeLeader(now + ASK)).isEmpty();
    assertThat(readmission.waitingFor())
        .contains("refused 120 times", "before a restart: two copies run");
  }

  @Test
  void refusalsBetweenOtherAnswersAreNotCounted() {
    meet(2, GROUP, "leader", 4);
    long now = 10;
    for (int i = 0; i < 2 * MemberReplacement.MAX_REFUSALS; i++) {
      assertThat(readmission.takeLeader(now)).as("request %s", i).isPresent();
      boolean isLast = i % MemberReplacement.MAX_REFUSALS == MemberReplacement.MAX_REFUSALS - 1;
      readmission.answered(
          isLast ? AdminResponse.notLeader("unknown") : AdminResponse.refused("busy"), now);
      now += ASK;
    }
    assertThat(readmission.takeLeader(now)).isPresent();
  }

  @Test
  void withoutALeaderItSaysThatTheGroupStandsStill() {
    assertThat(readmission.waitingFor()).contains("no server of group 'g' answers");
    meet(2, GROUP, "follower", 4);
    meet(3, GROUP, StatusResponse.JOINING, 0);

    assertThat(readmission.takeLeader(10)).isEmpty();
    assertThat(readmission.waitingFor())
        .contains("none of the 2 other servers that answer leads", "stands still");
  }

  @Test
  void addressesOfAnOperatorAreAskedAndNamed() {
    MemberReplacement named = readmission(SELF, url(2));
    assertThat(named.advanceTo(0)).containsExactly(url(2));
    named.isNotThere(url(2), new Unanswered(Unanswered.Kind.ABSENT, "refused"), 5);

    assertThat(named.waitingFor()).contains("nobody answers at " + url(2));
    assertThat(named.advanceTo(5 + ASK)).containsExactly(url(2));
  }

  private void meet(int port, GroupId group, String role, long term) {
    readmission.announced(url(port), 0);
    readmission.advanceTo(0);
    readmission.isThere(url(port), status(port, group, role, term), 0);
  }

  private static MemberReplacement readmission(URI... fixed) {
    MemberReplacementPlan plan =
        new MemberReplacementPlan(
            "g",
            GROUP,
            new Founder(member(1), SELF),
            List.of(new Incarnation(0, 9)),
            "log-1 is damaged");
    return new MemberReplacement(plan, List.of(fixed), 0);
  }

  private static StatusResponse status(int number, GroupId group, String role, long term) {
    return new StatusResponse(
        1,
        "g",
        Optional.of(group),
        new MemberAddress(member(number), Optional.empty()),
        role,
        Optional.empty(),
        new StatusResponse.Progress(term, 0, 0, 0, 0),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        StatusDetails.NONE);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port + "/RAFT_Service");
  }
}

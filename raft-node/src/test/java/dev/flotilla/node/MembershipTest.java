package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Members that change, on the nodes' own loops, logs and disks. */
final class MembershipTest {
  private final PumpedCluster cluster =
      new PumpedCluster(1, 4, 7, RaftOptions.DEFAULT.withSnapshots(700, 0));

  @Test
  void oneServerBecomesThreeThenFiveThenThreeAndRemembersItAfterARestart() throws IOException {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    insert(0, "a");
    for (int size : new int[] {3, 5}) {
      Configuration target = firstOf(0, size);
      assertThat(change(leader(0), target)).isEqualTo(new MembershipOutcome.Done(target));
      insert(leader(0), "with-" + size);
    }
    Configuration others = firstOf(2, 3);
    MembershipOutcome left = change(leader(0), others);
    assertThat(left).isInstanceOfAny(MembershipOutcome.Done.class, MembershipOutcome.Unknown.class);
    cluster.pumpUntil("one of the others leads", () -> leads(2) || leads(3) || leads(4));
    insert(leader(2), "without");

    TestServer restarted = cluster.servers.get(3);
    restarted.node.close();
    cluster.start(restarted);
    assertThat(restarted.node.status().configuration()).isEqualTo(others);
    cluster.pumpUntil(
        "all of them have it",
        () -> List.of(2, 3, 4).stream().allMatch(i -> machine(i).uids().contains("without")));
  }

  @Test
  void aServerAloneCommitsByItselfAgainOnceTheOthersHaveLeft() {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    change(0, firstOf(0, 2));
    assertThat(change(0, firstOf(0, 1))).isEqualTo(new MembershipOutcome.Done(firstOf(0, 1)));

    cluster.cutOff(cluster.servers.get(1));
    insert(0, "alone");
  }

  @Test
  void aChangeThatWaitsForADeadNewcomerGivesWayToAnother() {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    cluster.cutOff(cluster.servers.get(1));
    CompletableFuture<MembershipOutcome> first =
        cluster.servers.get(0).node.changeMembers(firstOf(0, 2)).toCompletableFuture();
    cluster.pumpFor(1000);
    assertThat(first).isNotDone();

    Configuration instead = new Configuration(List.of(member(0), member(2)));
    assertThat(change(0, instead)).isEqualTo(new MembershipOutcome.Done(instead));
    assertThat(first).isCompletedWithValueMatching(MembershipOutcome.Superseded.class::isInstance);
  }

  @Test
  void whoAsksForTheSameAgainWhileOldAndNewDecideTogetherWaitsForIt() {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    Configuration target = firstOf(0, 2);
    CompletableFuture<MembershipOutcome> first = ask(0, target);
    cluster.pumpUntil(
        "two decide", () -> cluster.servers.get(0).node.status().configuration().isJoint());
    cluster.cutOff(cluster.servers.get(1));
    CompletableFuture<MembershipOutcome> again = ask(0, target);
    cluster.pumpFor(20);
    assertThat(again).isNotDone();
    cluster.reconnect();
    cluster.pumpUntil("both are answered", () -> first.isDone() && again.isDone());

    assertThat(first).isCompletedWithValue(new MembershipOutcome.Done(target));
    assertThat(again).isCompletedWithValue(new MembershipOutcome.Done(target));
  }

  @Test
  void whoAsksTheNextLeaderForTheSameIsAnsweredWhenItIsMade() {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    change(0, firstOf(0, 3));
    cluster.cutOff(cluster.servers.get(3));
    CompletableFuture<MembershipOutcome> first = ask(0, firstOf(0, 4));
    cluster.pumpFor(100);
    CompletableFuture<HandoverOutcome> handedOver =
        cluster
            .servers
            .get(0)
            .node
            .transferLeadership(Optional.of(member(1)))
            .toCompletableFuture();
    cluster.pumpUntil("the next one leads", () -> handedOver.isDone() && leads(1));
    assertThat(first).isCompletedWithValueMatching(MembershipOutcome.Unknown.class::isInstance);

    CompletableFuture<MembershipOutcome> again = ask(1, firstOf(0, 4));
    cluster.pumpFor(100);
    assertThat(again).isNotDone();
    cluster.reconnect();
    cluster.pumpUntil("it is made", again::isDone);
    assertThat(again).isCompletedWithValue(new MembershipOutcome.Done(firstOf(0, 4)));
  }

  @Test
  void whoIsRemovedIsToldThoughAnotherWasLeftOutJustBefore() {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    change(0, firstOf(0, 2));
    cluster.cutOff(cluster.servers.get(2));
    CompletableFuture<MembershipOutcome> waiting = ask(0, firstOf(0, 3));
    cluster.pumpFor(500);
    assertThat(waiting).isNotDone();

    assertThat(change(0, firstOf(0, 1))).isEqualTo(new MembershipOutcome.Done(firstOf(0, 1)));
    cluster.pumpUntil(
        "it knows", () -> cluster.servers.get(1).node.status().leftOutAt().isPresent());
  }

  private CompletableFuture<MembershipOutcome> ask(int server, Configuration target) {
    return cluster.servers.get(server).node.changeMembers(target).toCompletableFuture();
  }

  @Test
  void aWitnessAppliesNothing() {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    insert(0, "a");
    Configuration target = twoAndAWitness();
    assertThat(change(0, target)).isEqualTo(new MembershipOutcome.Done(target));
    cluster.cutOff(cluster.servers.get(1));
    insert(0, "b");
    cluster.pumpUntil("the witness is as far", () -> isAsFarAs(0, 2));

    assertThat(machine(0).uids().contains("b")).isTrue();
    assertThat(machine(2).uids().contains("a")).isFalse();
    assertThat(machine(2).uids().contains("b")).isFalse();
  }

  @Test
  void aWitnessThatIsBehindIsToldWhereTheLogGoesOnAndGetsNoState() throws IOException {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    change(0, twoAndAWitness());
    TestServer witness = cluster.servers.get(2);
    cluster.cutOff(witness);
    insert(0, "a");
    takeSnapshot(0);
    cluster.reconnect();
    cluster.pumpUntil("it is as far", () -> isAsFarAs(0, 2));
    requireNoState(witness);

    cluster.cutOff(cluster.servers.get(1));
    insert(0, "b");
    cluster.pumpUntil("it is as far", () -> isAsFarAs(0, 2));
    takeSnapshot(2);
    requireNoState(witness);
    witness.node.close();
    cluster.start(witness);
    insert(0, "c");
    cluster.pumpUntil("it is as far", () -> isAsFarAs(0, 2));
    requireNoState(witness);
  }

  private void requireNoState(TestServer witness) {
    assertThat(witness.node.metrics().snapshots().lastIndex()).isPositive();
    assertThat(witness.node.metrics().snapshots().sizeBytes()).isZero();
    assertThat(witness.machine.restorations()).isZero();
    assertThat(witness.machine.uids()).isEmpty();
  }

  private boolean isAsFarAs(int one, int other) {
    return cluster.servers.get(one).node.status().appliedIndex()
        == cluster.servers.get(other).node.status().appliedIndex();
  }

  @Test
  void aWitnessThatWasRemovedAndHasDroppedAllThatToldOfItIsStillNoFullMember() throws IOException {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    change(0, twoAndAWitness());
    TestServer witness = cluster.servers.get(2);
    insert(0, "a");
    cluster.cutOff(witness);
    change(0, firstOf(0, 2));
    takeSnapshot(0);
    cluster.reconnect();
    cluster.pumpUntil(
        "it learns by a snapshot that it is left out",
        () -> witness.node.metrics().snapshots().lastIndex() > 0);
    cluster.pumpUntil(
        "it knows that it is left out",
        () -> witness.node.status().configuration().equals(firstOf(0, 2)));
    witness.node.close();
    cluster.start(witness);

    CompletableFuture<MembershipOutcome> outcome =
        cluster.servers.get(0).node.changeMembers(firstOf(0, 3)).toCompletableFuture();

    cluster.pumpUntil(
        "it refuses",
        () -> !witness.node.status().raft().contradictions().isEmpty() || outcome.isDone());
    assertThat(witness.node.status().raft().contradictions().last()).contains("was a witness");
    assertThat(witness.node.status().state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void aFullMemberThatWasRemovedWhileItWasAwayComesBackAsAWitness() {
    removeTheThirdWhileItIsAway();
    cluster.reconnect();

    assertThat(change(0, twoAndAWitness())).isEqualTo(new MembershipOutcome.Done(twoAndAWitness()));
    insert(0, "last");

    requireAWitnessFromItsRemovalOn();
  }

  @Test
  void soItDoesWhenTheLogNoLongerTellsOfItsRemoval() throws IOException {
    removeTheThirdWhileItIsAway();
    takeSnapshot(0);
    cluster.reconnect();

    assertThat(change(0, twoAndAWitness())).isEqualTo(new MembershipOutcome.Done(twoAndAWitness()));
    insert(0, "last");

    requireAWitnessFromItsRemovalOn();
    TestServer witness = cluster.servers.get(2);
    witness.node.close();
    cluster.start(witness);
    insert(0, "later");
    cluster.pumpUntil("the witness is as far", () -> isAsFarAs(0, 2));
    assertThat(machine(2).uids()).doesNotContain("after", "last", "later");
  }

  private void removeTheThirdWhileItIsAway() {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    change(0, firstOf(0, 3));
    insert(0, "before");
    cluster.pumpUntil("all have it", () -> machine(2).uids().contains("before"));
    cluster.cutOff(cluster.servers.get(2));
    change(0, firstOf(0, 2));
    insert(0, "after");
  }

  private void requireAWitnessFromItsRemovalOn() {
    cluster.pumpUntil("the witness is as far", () -> isAsFarAs(0, 2));
    assertThat(machine(2).uids()).contains("before").doesNotContain("after", "last");
  }

  @Test
  void whoDoesNotLeadSaysWhoDoes() {
    cluster.pumpUntil("one leads", () -> cluster.servers.get(0).node.status().isLeading());
    change(0, firstOf(0, 3));

    assertThat(change(1, firstOf(0, 2))).isInstanceOf(MembershipOutcome.NotLeader.class);
    assertThat(change(0, firstOf(0, 3))).isEqualTo(new MembershipOutcome.Done(firstOf(0, 3)));
  }

  private MembershipOutcome change(int server, Configuration target) {
    CompletableFuture<MembershipOutcome> outcome =
        cluster.servers.get(server).node.changeMembers(target).toCompletableFuture();
    cluster.pumpUntil("the change ends", outcome::isDone);
    return outcome.join();
  }

  private void insert(int server, String uid) {
    CompletableFuture<InsertOutcome> outcome =
        cluster.servers.get(server).node.insert(Commands.command(uid)).toCompletableFuture();
    cluster.pumpUntil(uid + " is executed", outcome::isDone);
    assertThat(outcome.join()).isInstanceOf(InsertOutcome.Executed.class);
  }

  private void takeSnapshot(int server) {
    RaftNode node = cluster.servers.get(server).node;
    node.takeSnapshot();
    cluster.pumpUntil("a snapshot is there", () -> node.metrics().snapshots().taken() > 0);
  }

  private Configuration twoAndAWitness() {
    return new Configuration(
        List.of(member(0), member(1), member(2)),
        List.of(),
        List.of(),
        List.of(),
        List.of(member(2)));
  }

  private int leader(int from) {
    for (int i = from; i < cluster.servers.size(); i++) {
      if (leads(i)) {
        return i;
      }
    }
    throw new AssertionError("nobody leads: " + cluster.statuses());
  }

  private boolean leads(int server) {
    return cluster.servers.get(server).node.status().isLeading();
  }

  private JournalMachine machine(int server) {
    return cluster.servers.get(server).machine;
  }

  private Member member(int server) {
    return cluster.servers.get(server).member;
  }

  private Configuration firstOf(int first, int count) {
    return new Configuration(
        cluster.servers.subList(first, first + count).stream().map(it -> it.member).toList());
  }
}

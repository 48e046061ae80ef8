package dev.flotilla.node;

import static dev.flotilla.node.Commands.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class HandoverTest {
  private static final RaftOptions D = RaftOptions.DEFAULT;

  private final PumpedCluster cluster = new PumpedCluster(3, 11);
  private final TestServer leader = cluster.awaitLeader();
  private final TestServer heir = cluster.otherThan(leader);
  private final int preVotes = cluster.preVotes();

  @Test
  void targetLeadsAndNoCommandIsLostOrInDoubt() {
    List<Outcome<InsertOutcome>> outcomes = new ArrayList<>();
    Outcome<HandoverOutcome> end = new Outcome<>();
    insertSome(outcomes, "before");
    leader.node.transferLeadership(Optional.of(heir.member), end);
    insertSome(outcomes, "after");
    cluster.pumpUntil("it ended", end::isThere);

    assertThat(end.get()).isEqualTo(new HandoverOutcome.Done(heir.member));
    assertThat(cluster.awaitLeader()).isSameAs(heir);
    assertThat(cluster.preVotes()).as("elections by silence").isEqualTo(preVotes);
    assertThat(outcomes).allMatch(Outcome::isThere);
    assertThat(outcomes.subList(0, 20))
        .allMatch(outcome -> outcome.get() instanceof InsertOutcome.Executed);
    assertThat(outcomes.subList(20, 40))
        .allMatch(outcome -> outcome.get() instanceof InsertOutcome.Busy);
  }

  @Test
  void withoutATargetSomebodyElseLeads() {
    assertThat(handOver(Optional.empty())).isInstanceOf(HandoverOutcome.Done.class);
    assertThat(cluster.awaitLeader()).isNotSameAs(leader);
  }

  @Test
  void leaderWhoseTargetIsCutOffGoesOn() {
    cluster.cutOff(heir);
    assertAbandonedAndGoesOn();
  }

  @Test
  void leaderWhoseTargetIsPausedGoesOnAndTheLateMessageDoesNoHarm() {
    cluster.pause(heir);
    assertAbandonedAndGoesOn();
    cluster.goOn();
    TestServer next = cluster.awaitLeader();
    Outcome<InsertOutcome> outcome = new Outcome<>();
    next.node.insert(command("late"), outcome);
    cluster.pumpUntil("it is answered", outcome::isThere);
    cluster.pumpUntil(
        "all have it",
        () -> cluster.servers.stream().allMatch(it -> it.machine.uids().contains("late")));
  }

  @Test
  void followersAndStrangersAreRefused() {
    Outcome<HandoverOutcome> elsewhere = new Outcome<>();
    heir.node.transferLeadership(Optional.empty(), elsewhere);
    cluster.pumpUntil("it ended", elsewhere::isThere);
    assertThat(elsewhere.get())
        .isEqualTo(new HandoverOutcome.NotLeader(Optional.of(leader.member)));
    assertThat(handOver(Optional.of(leader.member))).isInstanceOf(HandoverOutcome.Refused.class);
  }

  @Test
  void whoWaitsWhenTheNodeEndsIsAnswered() {
    Outcome<HandoverOutcome> end = new Outcome<>();
    cluster.cutOff(heir);
    leader.node.transferLeadership(Optional.of(heir.member), end);
    cluster.pumpFor(10);
    leader.node.close();
    assertThat(end.get()).isEqualTo(new HandoverOutcome.Abandoned("the server was closed"));
    Outcome<HandoverOutcome> later = new Outcome<>();
    leader.node.transferLeadership(Optional.empty(), later);
    assertThat(later.get()).isEqualTo(new HandoverOutcome.Refused("the server was closed"));
  }

  @Tag("slow")
  @Test
  void leaderThatIsClosedHandsOverBeforeItEnds() {
    AtomicLong seed = new AtomicLong(12);
    // It does not wait for an heir that stands still: then the next one may be quicker.
    Await.until(() -> "no leader hands over", () -> isHandedOverWhenClosed(seed.getAndIncrement()));
  }

  private static boolean isHandedOverWhenClosed(long seed) throws Exception {
    RaftOptions patient =
        new RaftOptions(
            1_000_000_000,
            2_000_000_000,
            D.heartbeatNanos(),
            D.maxEntriesPerAppend(),
            D.maxBytesPerAppend(),
            D.maxInflightAppends(),
            D.maxUncommittedBytes(),
            D.maxUnappliedEntries(),
            D.maxUnappliedBytes(),
            D.maxRecentBytes());
    try (ThreadedCluster threaded = new ThreadedCluster(3, seed, patient)) {
      threaded.execute(command("a"));
      TestServer first = threaded.awaitLeader();
      first.node.close();
      return threaded.presumedLeader() != first;
    }
  }

  private void assertAbandonedAndGoesOn() {
    assertThat(handOver(Optional.of(heir.member))).isInstanceOf(HandoverOutcome.Abandoned.class);
    Outcome<InsertOutcome> outcome = new Outcome<>();
    leader.node.insert(command("goes-on"), outcome);
    cluster.pumpUntil("it is answered", outcome::isThere);
    assertThat(outcome.get()).isInstanceOf(InsertOutcome.Executed.class);
  }

  private HandoverOutcome handOver(Optional<Member> target) {
    Outcome<HandoverOutcome> end = new Outcome<>();
    leader.node.transferLeadership(target, end);
    cluster.pumpUntil("it ended", end::isThere);
    return end.get();
  }

  private void insertSome(List<Outcome<InsertOutcome>> outcomes, String prefix) {
    for (int i = 0; i < 20; i++) {
      Outcome<InsertOutcome> outcome = new Outcome<>();
      leader.node.insert(command(prefix + i), outcome);
      outcomes.add(outcome);
    }
  }
}

package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.testing.Sample;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A disk that is full at any point stops nobody, and service goes on (safety rule 11). */
class FullDiskNodeTest {
  private static final int POINTS = Sample.of(10, 2);
  private static final int SEGMENT_BYTES = 64 * 1024;
  private static final int COMMAND_BYTES = 2_000;

  /** More than three segments, beside the two that are there. */
  private static final int LOAD = 180;

  /** Two segments, and more, of entries without commands. */
  private static final int WITNESS_LOAD = 3_600;

  private static final RaftOptions KEEPING_NOTHING = RaftOptions.DEFAULT.withSnapshots(700, 0);
  private static final long MAX_ANSWER_MILLIS = 500;
  private static final int MAX_ATTEMPTS = 60;
  private static final long A_WHILE_MILLIS = 3_000;
  private static final SnapshotOptions OFTEN = new SnapshotOptions(50, Integer.MAX_VALUE);

  private final Set<String> acknowledged = new HashSet<>();
  private int refusals;

  @Tag("slow")
  @Test
  void serviceGoesOnUnderAnotherLeaderWhenTheLeadersDiskIsFullAtAnyPoint() {
    for (int seed = 1; seed <= POINTS; seed++) {
      System.out.println("the leader's disk is full, seed " + seed);
      SplittableRandom random = new SplittableRandom(seed);
      PumpedCluster cluster = new PumpedCluster(3, seed);
      TestServer full = cluster.awaitLeader();
      acknowledged.clear();
      execute(cluster, random.nextInt(30));
      full.disk.fillUpAfter(random.nextInt(3 * SEGMENT_BYTES));

      execute(cluster, LOAD);

      assertAllRun(cluster);
      cluster.pumpUntil("another one leads", () -> isLeading(cluster, full));
      assertThat(full.machine.uids().size()).as("taken").isLessThan(acknowledged.size());
      assertAllIsWellWithRoom(cluster, full);
    }
  }

  @Tag("slow")
  @Test
  void serviceGoesOnWhenAFollowersDiskIsFullAtAnyPoint() {
    for (int seed = 1; seed <= POINTS; seed++) {
      System.out.println("a follower's disk is full, seed " + seed);
      SplittableRandom random = new SplittableRandom(seed);
      PumpedCluster cluster = new PumpedCluster(3, seed);
      TestServer leader = cluster.awaitLeader();
      TestServer full = cluster.otherThan(leader);
      acknowledged.clear();
      execute(cluster, random.nextInt(30));
      full.disk.fillUpAfter(random.nextInt(3 * SEGMENT_BYTES));

      execute(cluster, LOAD);

      assertAllRun(cluster);
      assertThat(full.machine.uids().size()).as("taken").isLessThan(acknowledged.size());
      assertThat(full.node.status().leader()).as("heard").contains(leader.member);
      assertAllIsWellWithRoom(cluster, full);
    }
  }

  @Test
  void aFollowerWithoutRoomVotes() {
    PumpedCluster cluster = new PumpedCluster(3, 1);
    TestServer leader = cluster.awaitLeader();
    TestServer full = cluster.otherThan(leader);
    full.disk.fillUpAfter(0);
    execute(cluster, LOAD);
    TestServer third =
        cluster.servers.stream().filter(it -> it != leader && it != full).findFirst().orElseThrow();
    cluster.pumpUntil(
        "the third has all", () -> third.machine.uids().size() == acknowledged.size());

    cluster.cutOff(leader);
    cluster.pumpUntil(
        "it is elected by the one without room",
        () ->
            third.node.status().isLeading()
                && full.node.status().leader().equals(Optional.of(third.member)));
    cluster.reconnect();

    assertAllIsWellWithRoom(cluster, full);
  }

  @Test
  void whenAllDisksAreFullCommandsAreRefusedAndReadsAnswered() {
    PumpedCluster cluster = new PumpedCluster(3, 2);
    TestServer leader = cluster.awaitLeader();
    cluster.servers.forEach(server -> server.disk.fillUpAfter(0));
    InsertOutcome outcome = fillUp(cluster, leader);
    assertThat(outcome).isInstanceOf(InsertOutcome.DiskFull.class);

    cluster.pumpFor(A_WHILE_MILLIS);

    assertAllRun(cluster);
    assertThat(leader.node.status().isLeading()).isTrue();
    Outcome<QueryOutcome<Result>> read = new Outcome<>();
    leader.node.query(Bytes.EMPTY, read);
    cluster.pumpUntil("it is read", read::isThere);
    assertThat(read.get()).isInstanceOf(QueryOutcome.Answered.class);
    cluster.servers.forEach(server -> server.disk.fillUpAfter(Long.MAX_VALUE));
    assertAllIsWellWithRoom(cluster, leader);
  }

  @Test
  void aServerStartsOnAFullDiskAndServesAgainWhenThereIsRoom() throws IOException {
    PumpedCluster cluster = new PumpedCluster(1, 3);
    TestServer server = cluster.awaitLeader();
    server.disk.fillUpAfter(0);
    assertThat(fillUp(cluster, server)).isInstanceOf(InsertOutcome.DiskFull.class);
    server.node.close();

    cluster.start(server);
    cluster.awaitLeader();

    cluster.pumpUntil("it has it all", () -> server.machine.uids().containsAll(acknowledged));
    // Its next segment, which it removed, gave room for another.
    fillUp(cluster, server);
    assertAllIsWellWithRoom(cluster, server);
  }

  @Test
  void aLeaderWhoseMachineHasNoRoomHandsOverAndCatchesUpWhenItHas() {
    PumpedCluster cluster = new PumpedCluster(3, 3);
    TestServer full = cluster.awaitLeader();
    execute(cluster, 3);
    full.machine.have(Room.NONE);

    execute(cluster, 20);

    assertAllRun(cluster);
    cluster.pumpUntil("another one leads", () -> isLeading(cluster, full));
    assertThat(full.machine.uids()).hasSizeLessThan(acknowledged.size());
    full.machine.have(Room.ENOUGH);
    assertAllIsWellWithRoom(cluster, full);
  }

  @Test
  void machinesWithLittleRoomApplyWhatWasAcceptedAndReadsAreAnswered() {
    PumpedCluster cluster = new PumpedCluster(3, 4);
    TestServer leader = cluster.awaitLeader();
    cluster.servers.forEach(server -> server.machine.have(Room.LITTLE));

    assertThat(fillUp(cluster, leader)).isInstanceOf(InsertOutcome.DiskFull.class);
    cluster.pumpFor(A_WHILE_MILLIS);

    assertThat(leader.node.status().isLeading()).isTrue();
    assertThat(leader.machine.uids()).containsAll(acknowledged);
    Outcome<QueryOutcome<Result>> read = new Outcome<>();
    leader.node.query(Bytes.EMPTY, read);
    cluster.pumpUntil("it is read", read::isThere);
    assertThat(read.get()).isInstanceOf(QueryOutcome.Answered.class);
    cluster.servers.forEach(server -> server.machine.have(Room.ENOUGH));
    assertAllIsWellWithRoom(cluster, leader);
  }

  @Test
  void aFollowerWhoseMachineHasLittleRoomDropsTheLogThatASnapshotHolds() throws IOException {
    PumpedCluster cluster = new PumpedCluster(3, 5, KEEPING_NOTHING);
    TestServer leader = cluster.awaitLeader();
    TestServer full = cluster.otherThan(leader);
    startAgain(cluster, full);
    full.machine.have(Room.LITTLE);

    execute(cluster, LOAD);

    cluster.pumpUntil("its log begins later", () -> !hasItsFirstSegment(full));
    assertThat(full.machine.snapshotsKept()).isPositive();
  }

  @Test
  void aWitnessDropsItsLogWhateverRoomAMachineWouldHave() throws IOException {
    PumpedCluster cluster = new PumpedCluster(2, 1, 6, KEEPING_NOTHING);
    cluster.pumpUntil("one leads", () -> leads(cluster, 0) || leads(cluster, 1));
    TestServer leader = cluster.servers.get(leads(cluster, 0) ? 0 : 1);
    execute(cluster, 1);
    TestServer witness = cluster.servers.get(2);
    List<Member> voters = cluster.servers.stream().map(it -> it.member).toList();
    CompletableFuture<MembershipOutcome> made =
        leader
            .node
            .changeMembers(Configuration.of(voters, List.of(), List.of(witness.member)))
            .toCompletableFuture();
    cluster.pumpUntil("the witness votes", made::isDone);
    assertThat(made.join()).isInstanceOf(MembershipOutcome.Done.class);
    startAgain(cluster, witness);
    witness.machine.have(Room.NONE);
    witness.disk.fillUpAfter(SEGMENT_BYTES / 2);

    for (int i = 0; i < WITNESS_LOAD; i++) {
      leader.node.insert(Commands.command("small" + i), outcome -> {});
      if (i % LOAD == 0) {
        cluster.pumpUntil("it has it all", () -> hasAllOf(leader, witness));
      }
    }

    cluster.pumpUntil("its log begins later", () -> !hasItsFirstSegment(witness));
    assertThat(witness.node.status().state()).isEqualTo(NodeState.RUNNING);
  }

  private static void startAgain(PumpedCluster cluster, TestServer server) throws IOException {
    server.node.close();
    server.snapshots = OFTEN;
    cluster.start(server);
  }

  private static boolean leads(PumpedCluster cluster, int server) {
    return cluster.servers.get(server).node.status().isLeading();
  }

  private static boolean hasAllOf(TestServer leader, TestServer other) {
    return other.node.status().appliedIndex() == leader.node.status().raft().last().index();
  }

  private static boolean hasItsFirstSegment(TestServer server) {
    return server.disk.list().contains("log-0000000001");
  }

  /** Until the leader refuses. */
  private InsertOutcome fillUp(PumpedCluster cluster, TestServer leader) {
    for (int i = 0; i < LOAD; i++) {
      String uid = nextUid();
      Outcome<InsertOutcome> outcome = new Outcome<>();
      leader.node.insert(command(uid), outcome);
      cluster.pumpUntil(uid + " is answered", outcome::isThere);
      if (!(outcome.get() instanceof InsertOutcome.Executed)) {
        return outcome.get();
      }
      acknowledged.add(uid);
    }
    throw new AssertionError("it took all of them");
  }

  private void assertAllIsWellWithRoom(PumpedCluster cluster, TestServer full) {
    full.disk.fillUpAfter(Long.MAX_VALUE);
    execute(cluster, 5);
    cluster.pumpUntil(
        "all have the same",
        () ->
            cluster.servers.stream()
                .allMatch(it -> it.machine.uids().size() >= acknowledged.size()));
    assertAllRun(cluster);
    List<String> uids = full.machine.uids();
    assertThat(uids).doesNotHaveDuplicates().containsAll(acknowledged);
    for (TestServer server : cluster.servers) {
      assertThat(server.machine.uids()).isEqualTo(uids);
    }
    if (cluster.servers.size() > 1 && !full.node.status().isLeading()) {
      assertTakesTheOffice(cluster, full);
    }
  }

  /** Who has room again leads when it is asked to, and takes commands. */
  private void assertTakesTheOffice(PumpedCluster cluster, TestServer full) {
    cluster.pumpFor(2 * LogLoop.RETRY_NANOS / 1_000_000);
    TestServer leader = cluster.awaitLeader();
    Outcome<HandoverOutcome> handover = new Outcome<>();
    leader.node.transferLeadership(Optional.of(full.member), handover);
    cluster.pumpUntil("the office is handed over", handover::isThere);
    assertThat(handover.get()).isEqualTo(new HandoverOutcome.Done(full.member));
    Outcome<InsertOutcome> outcome = new Outcome<>();
    full.node.insert(command(nextUid()), outcome);
    cluster.pumpUntil("it is executed", outcome::isThere);
    assertThat(outcome.get()).isInstanceOf(InsertOutcome.Executed.class);
  }

  private static void assertAllRun(PumpedCluster cluster) {
    assertThat(cluster.servers)
        .allMatch(server -> server.node.status().state() == NodeState.RUNNING);
  }

  private static boolean isLeading(PumpedCluster cluster, TestServer full) {
    return cluster.servers.stream()
        .anyMatch(server -> server != full && server.node.status().isLeading());
  }

  private void execute(PumpedCluster cluster, int count) {
    for (int i = 0; i < count; i++) {
      executeOne(cluster, nextUid());
    }
  }

  private String nextUid() {
    return "c" + acknowledged.size() + "-" + refusals;
  }

  /** Asks one server after the other, always under the same uid. */
  private void executeOne(PumpedCluster cluster, String uid) {
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      TestServer server = leaderOr(cluster, i);
      Outcome<InsertOutcome> outcome = new Outcome<>();
      server.node.insert(command(uid), outcome);
      long until = cluster.nowNanos() + MAX_ANSWER_MILLIS * 1_000_000;
      cluster.pumpUntil("time", () -> outcome.isThere() || cluster.nowNanos() >= until);
      if (outcome.isThere() && outcome.get() instanceof InsertOutcome.Executed) {
        acknowledged.add(uid);
        return;
      }
      refusals++;
      cluster.pumpFor(100);
    }
    throw new AssertionError(uid + " is not executed: " + cluster.statuses());
  }

  private static TestServer leaderOr(PumpedCluster cluster, int number) {
    return cluster.servers.stream()
        .filter(server -> server.node.status().isLeading())
        .findFirst()
        .orElse(cluster.servers.get(number % cluster.servers.size()));
  }

  private static Command command(String uid) {
    return new Command(uid, "fill", Bytes.wrap(new byte[COMMAND_BYTES]));
  }
}

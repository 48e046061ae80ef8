package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.node.snapshot.SnapshotMetrics;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.options.CompactionOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.storage.log.DataDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Snapshots taken, sent and restored by whole nodes, on a log that is dropped behind them. */
@Tag("slow")
class SnapshotNodeTest {
  private static final RaftOptions IN_LARGE_PIECES =
      RaftOptions.DEFAULT.withCompaction(
          new CompactionOptions(0, 0, 64 * 1024, CompactionOptions.UNLIMITED));
  private static final RaftOptions OPTIONS = RaftOptions.DEFAULT.withSnapshots(700, 0);

  /** Enough to fill some segments of the log. */
  private static final int COMMANDS = 1500;

  /** So many fit what is set aside of such small segments. */
  private static final int AT_ONCE = 500;

  private static final long LONGER_THAN_THE_PAUSE_MILLIS = 5000;

  /** Of 10 kB each: enough for some forces of a snapshot that arrives. */
  private static final int LARGE_COMMANDS = 720;

  private static final int MEBIBYTE = 1024 * 1024;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long TEN_PAUSES_NANOS = 9 * SECOND_NANOS;

  private final List<String> inserted = new ArrayList<>();

  @Test
  void aFollowerWhoseEntriesAreGoneIsRestoredFromASnapshotAndGoesOn() {
    PumpedCluster cluster = new PumpedCluster(3, 1, OPTIONS);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    insert(cluster, leader, COMMANDS);
    takeSnapshot(cluster, leader);

    cluster.reconnect();
    insert(cluster, leader, 10);

    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));
    assertThat(laggard.machine.restorations()).isEqualTo(1);
  }

  @Test
  void aFollowerWithoutRoomForTheSnapshotThatItIsSentLivesOnAndTakesItLater() {
    PumpedCluster cluster = new PumpedCluster(3, 8, OPTIONS);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    laggard.disk.hideRoom();
    cluster.cutOff(laggard);
    insert(cluster, leader, COMMANDS);
    takeSnapshot(cluster, leader);
    int[] roomBytes = {0, 1, 64 * 1024 + 100};

    for (int bytes : roomBytes) {
      laggard.disk.fillUpAfter(bytes);
      cluster.reconnect();
      cluster.pumpFor(LONGER_THAN_THE_PAUSE_MILLIS);

      assertThat(laggard.node.status().state()).isEqualTo(NodeState.RUNNING);
      assertThat(laggard.machine.restorations()).isZero();
      cluster.pumpUntil("its room is free again", () -> !isThere(laggard, "snapshot-arriving"));
      laggard.disk.fillUpAfter(Long.MAX_VALUE);
      cluster.cutOff(laggard);
    }
    cluster.reconnect();

    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));
    assertThat(laggard.machine.restorations()).isEqualTo(1);
  }

  @Test
  void ofASnapshotThatCannotFitNothingIsWrittenAndItIsTakenSoonAfterItCan() {
    PumpedCluster cluster = new PumpedCluster(3, 15, OPTIONS);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    insert(cluster, leader, COMMANDS);
    takeSnapshot(cluster, leader);
    long sizeBytes = leader.node.metrics().snapshots().sizeBytes();
    for (long roomBytes : new long[] {sizeBytes / 2, sizeBytes + 2_000}) {
      laggard.disk.fillUpAfter(roomBytes);
      cluster.reconnect();

      long endNanos = cluster.nowNanos() + TEN_PAUSES_NANOS;
      cluster.pumpUntil(
          "time passed",
          () -> {
            assertThat(laggard.disk.usableBytes()).as("written to").isEqualTo(roomBytes);
            return cluster.nowNanos() >= endNanos;
          });
      assertThat(laggard.node.status().state()).isEqualTo(NodeState.RUNNING);
    }
    laggard.disk.fillUpAfter(sizeBytes + 3 * TestServer.SEGMENT_BYTES);
    long thenNanos = cluster.nowNanos();

    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));
    assertThat(cluster.nowNanos() - thenNanos).isLessThan(3 * SECOND_NANOS);
  }

  @Test
  void aFileThatHasBeenSentIsHeldOpenByNobody() {
    PumpedCluster cluster = new PumpedCluster(3, 16, OPTIONS);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    insert(cluster, leader, COMMANDS);
    takeSnapshot(cluster, leader);
    String sent = newestSnapshot(leader);
    cluster.reconnect();
    cluster.pumpUntil("it is sent", () -> leader.disk.openNames().contains(sent));

    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));

    cluster.pumpUntil("it is closed", () -> !leader.disk.openNames().contains(sent));
  }

  @Test
  void aMachineThatRemembersNothingIsRestoredAtTheStartAndTheLogReplayedFromThere()
      throws IOException {
    PumpedCluster cluster = new PumpedCluster(1, 2, OPTIONS);
    TestServer server = cluster.awaitLeader();
    insert(cluster, server, COMMANDS);
    takeSnapshot(cluster, server);
    insert(cluster, server, 10);
    server.node.close();

    cluster.start(server);

    assertThat(server.machine.restorations()).isEqualTo(1);
    cluster.pumpUntil("it has it all", () -> server.machine.uids().equals(inserted));
    assertThat(server.disk.list()).doesNotContain("log-0000000001");
  }

  @Test
  void aRetryOfACommandFromBeforeTheSnapshotIsNotExecutedAgain() throws IOException {
    PumpedCluster cluster = new PumpedCluster(1, 3, OPTIONS);
    TestServer server = cluster.awaitLeader();
    insert(cluster, server, COMMANDS);
    takeSnapshot(cluster, server);
    server.node.close();
    cluster.start(server);
    cluster.awaitLeader();

    Outcome<InsertOutcome> retry = new Outcome<>();
    server.node.insert(Commands.command("c7"), retry);
    cluster.pumpUntil("it is answered", retry::isThere);

    assertThat(retry.get()).isInstanceOf(InsertOutcome.Executed.class);
    assertThat(server.machine.uids()).isEqualTo(inserted);
  }

  @Test
  void snapshotsAreTakenByThemselvesWhenTheLogHasGrown() throws IOException {
    PumpedCluster cluster = new PumpedCluster(1, 4, OPTIONS);
    TestServer server = cluster.awaitLeader();
    server.node.close();
    startWith(new SnapshotOptions(100, Integer.MAX_VALUE), server, cluster);

    insert(cluster, server, COMMANDS);

    cluster.pumpUntil("its log begins later", () -> !isThere(server, "log-0000000001"));
    assertThat(server.disk.list())
        .filteredOn(name -> name.startsWith("snapshot-0"))
        .hasSizeBetween(1, 2);
  }

  @Test
  void aSnapshotForWhichThereIsNoRoomIsGivenUpAndTheNextOneTaken() {
    PumpedCluster cluster = new PumpedCluster(1, 6, OPTIONS);
    TestServer server = cluster.awaitLeader();
    server.disk.hideRoom();
    insert(cluster, server, COMMANDS);
    takeSnapshot(cluster, server);
    String before = newestSnapshot(server);
    int fileBytes = server.disk.bytes(before).length;
    for (int eighths = 0; eighths < 8; eighths++) {
      insert(cluster, server, 1);
      server.disk.fillUpAfter((long) fileBytes * eighths / 8);
      server.node.takeSnapshot();
      AtomicInteger looks = new AtomicInteger();
      cluster.pumpUntil("it had time to be taken", () -> looks.incrementAndGet() > 500);
      assertThat(newestSnapshot(server)).isEqualTo(before);
      assertThat(isThere(server, "snapshot-taking")).isFalse();
      assertThat(server.machine.snapshotsKept()).isEqualTo(1);
      server.disk.fillUpAfter(Long.MAX_VALUE);
    }

    insert(cluster, server, 1);
    server.node.takeSnapshot();

    cluster.pumpUntil("it is taken", () -> !newestSnapshot(server).equals(before));
    SnapshotMetrics told = server.node.metrics().snapshots();
    assertThat(told.taken()).isEqualTo(2);
    assertThat(server.machine.snapshotsKept()).isEqualTo(2);
    assertThat(told.givenUp()).isEqualTo(8);
    assertThat(told.entriesBehind()).isZero();
    assertThat(told.sizeBytes()).isBetween(fileBytes / 2L, 2L * fileBytes);
    assertThat(newestSnapshot(server)).endsWith("0" + told.lastIndex());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 1000000", "1000000, 1"})
  @Tag("full")
  void ofALargeStateSnapshotsAreTakenWhenTheLogHasGrownByAPartOfIt(long entries, long bytes)
      throws IOException {
    PumpedCluster cluster = new PumpedCluster(1, 7, OPTIONS);
    TestServer server = cluster.awaitLeader();
    server.node.close();
    startWith(new SnapshotOptions(entries, bytes), server, cluster);
    Set<String> snapshots = new HashSet<>();
    for (int i = 0; i < COMMANDS; i++) {
      insert(cluster, server, 1);
      server.disk.list().stream()
          .filter(name -> name.startsWith("snapshot-0"))
          .forEach(snapshots::add);
    }

    assertThat(snapshots).hasSizeBetween(5, 100);
  }

  @Test
  void aSnapshotTakenAfterARestartNamesTheMembersThatWereChangedBeforeIt() throws IOException {
    PumpedCluster cluster = new PumpedCluster(1, 1, 5, OPTIONS);
    TestServer server = cluster.servers.get(0);
    cluster.pumpUntil("it leads", () -> server.node.status().isLeading());
    Configuration withLearner =
        new Configuration(
            List.of(server.member),
            List.of(),
            List.of(cluster.otherThan(server).member),
            List.of(),
            List.of());
    CompletableFuture<MembershipOutcome> change =
        server.node.changeMembers(withLearner).toCompletableFuture();
    cluster.pumpUntil("the members are changed", change::isDone);
    insert(cluster, server, 10);
    server.node.close();

    cluster.start(server, server.machine.asOf(10));
    cluster.pumpUntil("it leads", () -> server.node.status().isLeading());
    server.node.takeSnapshot();
    cluster.pumpUntil(
        "it is there",
        () -> server.disk.list().stream().anyMatch(it -> it.startsWith("snapshot-0")));
    server.node.close();

    try (DataDirectory directory = server.reopen()) {
      assertThat(directory.snapshots().newest().orElseThrow().configuration())
          .isEqualTo(withLearner);
    }
  }

  @Test
  void closingEndsARestorationThatIsUnderWayAndTheNextStartRestoresAgain() throws IOException {
    PumpedCluster cluster = new PumpedCluster(3, 11, OPTIONS);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    insert(cluster, leader, 3 * COMMANDS);
    takeSnapshot(cluster, leader);
    JournalMachine interrupted = laggard.machine;
    interrupted.whileRestoring(laggard.node::close);

    cluster.reconnect();
    cluster.pumpUntil("it has stopped", () -> laggard.node.status().state() != NodeState.RUNNING);

    assertThat(interrupted.restorations()).isEqualTo(1);
    assertThat(interrupted.uids()).hasSizeBetween(1, 2 * COMMANDS);
    assertThat(laggard.node.stopped()).isCompleted();
    assertThat(interrupted.isTerminated()).isTrue();
    cluster.start(laggard);
    assertThat(laggard.machine.restorations()).isEqualTo(1);
    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));
  }

  @Test
  void aFollowerThatIsStartedAgainGoesOnWithTheSnapshotThatItWasSent() throws IOException {
    PumpedCluster cluster = new PumpedCluster(3, 13, IN_LARGE_PIECES);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    insertLarge(cluster, leader, LARGE_COMMANDS);
    takeSnapshot(cluster, leader);
    long sizeBytes = leader.node.metrics().snapshots().sizeBytes();
    cluster.reconnect();
    long arrivedBytes = 0;

    for (int part = 1; part <= 3; part++) {
      long enough = part * sizeBytes / 4 - arrivedBytes;
      cluster.pumpUntil(
          "a part has arrived", () -> laggard.node.metrics().snapshots().receivedBytes() >= enough);
      laggard.node.close();
      laggard.disk.loseUnsynced();
      cluster.start(laggard);
      arrivedBytes = part * sizeBytes / 4 - MEBIBYTE;
    }
    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));

    assertThat(laggard.machine.restorations()).isEqualTo(1);
    assertThat(leader.node.metrics().snapshots().sentBytes())
        .isBetween(sizeBytes, sizeBytes + 4 * MEBIBYTE);
  }

  @Test
  void aFollowerWhosePartOfASnapshotIsDamagedTakesItFromItsBeginning() throws IOException {
    PumpedCluster cluster = new PumpedCluster(3, 14, IN_LARGE_PIECES);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    insertLarge(cluster, leader, LARGE_COMMANDS / 2);
    takeSnapshot(cluster, leader);
    cluster.reconnect();
    cluster.pumpUntil(
        "a part has arrived",
        () -> laggard.node.metrics().snapshots().receivedBytes() >= 2 * MEBIBYTE);
    laggard.node.close();
    laggard.disk.flip("snapshot-arriving", MEBIBYTE / 2, 1);
    cluster.start(laggard);

    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));

    long sizeBytes = leader.node.metrics().snapshots().sizeBytes();
    assertThat(laggard.node.metrics().snapshots().receivedBytes())
        .isBetween(sizeBytes, sizeBytes + MEBIBYTE);
  }

  @Test
  void aSlowPaceLetsTheLogGoOnWhileASnapshotIsSent() {
    PumpedCluster cluster =
        new PumpedCluster(
            3, 12, RaftOptions.DEFAULT.withCompaction(new CompactionOptions(0, 0, 700, 20_000)));
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    insert(cluster, leader, COMMANDS);
    takeSnapshot(cluster, leader);
    cluster.reconnect();
    long term = leader.node.status().term();
    long beginNanos = cluster.nowNanos();
    insert(cluster, leader, 10);
    assertThat(cluster.nowNanos() - beginNanos).as("commands do not wait").isLessThan(SECOND_NANOS);

    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));

    long sizeBytes = leader.node.metrics().snapshots().sizeBytes();
    assertThat(cluster.nowNanos() - beginNanos)
        .isBetween((sizeBytes - 4_000) * 50_000, (sizeBytes + 4_000) * 60_000);
    assertThat(leader.node.status().term()).as("nobody lost office").isEqualTo(term);
  }

  @Test
  void theGaugesTellOfTheNewestSnapshotAndOfTheLogBehindIt() throws IOException {
    PumpedCluster cluster = new PumpedCluster(1, 9, OPTIONS);
    TestServer server = cluster.awaitLeader();
    insert(cluster, server, COMMANDS);
    SnapshotMetrics before = server.node.metrics().snapshots();
    assertThat(before.lastIndex()).isZero();
    assertThat(before.ageNanos()).isZero();
    assertThat(before.entriesBehind()).isEqualTo(COMMANDS + 1);
    assertThat(before.bytesBehind()).isBetween(COMMANDS * 10L, COMMANDS * 200L);

    takeSnapshot(cluster, server);
    long takenNanos = cluster.nowNanos();
    insert(cluster, server, COMMANDS / 10);
    SnapshotMetrics after = server.node.metrics().snapshots();

    assertThat(after.lastIndex()).isEqualTo(COMMANDS + 1);
    assertThat(after.ageNanos())
        .isBetween(cluster.nowNanos() - takenNanos, cluster.nowNanos() - takenNanos + SECOND_NANOS);
    assertThat(after.entriesBehind()).isEqualTo(COMMANDS / 10);
    assertThat(after.bytesBehind()).isBetween(before.bytesBehind() / 11, before.bytesBehind() / 9);

    JournalMachine machine = server.machine.asOf(inserted.size());
    server.node.close();
    cluster.start(server, machine);
    SnapshotMetrics restarted = server.node.metrics().snapshots();
    assertThat(restarted.entriesBehind()).isEqualTo(COMMANDS / 10);
    assertThat(restarted.bytesBehind()).isEqualTo(after.bytesBehind());
    assertThat(restarted.ageNanos()).isLessThan(SECOND_NANOS);
  }

  @Test
  void theGaugesOfALeaderTellHowFarAFollowerIsBehind() {
    PumpedCluster cluster = new PumpedCluster(3, 10, OPTIONS);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    insert(cluster, leader, COMMANDS);
    takeSnapshot(cluster, leader);
    cluster.pumpFor(1000);
    long sizeBytes = leader.node.metrics().snapshots().sizeBytes();

    FollowerDistance away = distance(leader, laggard);
    assertThat(away.entriesBehind()).isBetween((long) COMMANDS, COMMANDS + 2L);
    assertThat(away.silentNanos()).isGreaterThan(SECOND_NANOS / 2);
    assertThat(leader.node.metrics().followers())
        .filteredOn(it -> !it.member().equals(laggard.member))
        .singleElement()
        .extracting(FollowerDistance::entriesBehind)
        .isEqualTo(0L);
    assertThat(laggard.node.metrics().followers()).as("it does not lead").isEmpty();

    cluster.reconnect();
    cluster.pumpUntil(
        "half of it is sent",
        () -> distance(leader, laggard).snapshotBytesLeft().orElse(Long.MAX_VALUE) < sizeBytes / 2);
    assertThat(laggard.node.metrics().snapshots().receivedBytes())
        .isBetween(sizeBytes / 2, sizeBytes);
    cluster.pumpUntil("it is near", () -> distance(leader, laggard).entriesBehind() == 0);

    assertThat(distance(leader, laggard).snapshotBytesLeft()).isEmpty();
    assertThat(laggard.node.metrics().snapshots().receivedBytes()).isEqualTo(sizeBytes);
    assertThat(laggard.node.metrics().snapshots().entriesBehind()).isZero();
    assertThat(laggard.node.metrics().snapshots().bytesBehind()).isZero();
    assertThat(leader.node.metrics().snapshots().sentBytes()).isGreaterThanOrEqualTo(sizeBytes);
  }

  private static FollowerDistance distance(TestServer leader, TestServer follower) {
    return leader.node.metrics().followers().stream()
        .filter(it -> it.member().equals(follower.member))
        .findFirst()
        .orElseThrow();
  }

  private void insertLarge(PumpedCluster cluster, TestServer leader, int commands) {
    Bytes parameters = Bytes.utf8("x".repeat(10_000));
    for (int i = 0; i < commands; i++) {
      inserted.add("large" + i);
      leader.node.insert(new Command("large" + i, "c", parameters), outcome -> {});
      cluster.pumpUntil("it is applied", () -> leader.machine.uids().equals(inserted));
    }
  }

  private void insert(PumpedCluster cluster, TestServer server, int count) {
    for (int i = 0; i < count; i++) {
      String uid = "c" + inserted.size();
      inserted.add(uid);
      server.node.insert(Commands.command(uid), outcome -> {});
      if (i % AT_ONCE == AT_ONCE - 1 || i == count - 1) {
        cluster.pumpUntil("it is applied", () -> server.machine.uids().equals(inserted));
      }
    }
  }

  private static void takeSnapshot(PumpedCluster cluster, TestServer server) {
    server.node.takeSnapshot();
    cluster.pumpUntil("its log begins later", () -> !isThere(server, "log-0000000001"));
  }

  private static void startWith(SnapshotOptions snapshots, TestServer server, PumpedCluster cluster)
      throws IOException {
    server.startPumped(
        new NodeSettings(
            server.node.status().configuration(), OPTIONS, snapshots, Path.of("unused"), 1),
        new JournalMachine(),
        (to, message) -> {},
        cluster.clock());
    cluster.awaitLeader();
  }

  private static String newestSnapshot(TestServer server) {
    return server.disk.list().stream()
        .filter(name -> name.startsWith("snapshot-0"))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static boolean isThere(TestServer server, String name) {
    return server.disk.list().contains(name);
  }
}

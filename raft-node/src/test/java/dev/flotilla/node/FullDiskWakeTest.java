package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.Doorbell;
import dev.flotilla.node.loop.DutyCycle;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.snapshot.SnapshotGauges;
import dev.flotilla.node.snapshot.SnapshotIntake;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.raft.log.LogRoom.Next;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Who sleeps is woken when a disk is full, and when it has room again (safety rule 11). */
final class FullDiskWakeTest {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long MAX_WAIT_NANOS = Await.limit().toNanos();
  private static final LogOptions SMALL = new LogOptions(64 * 1024);

  private final MemoryDisk disk = new MemoryDisk();
  private final NodeQueues queues = new NodeQueues(100);
  private final List<Runnable> background = new ArrayList<>();

  @Test
  void theLogThreadWakesWithinASecondToTryAgain() throws IOException {
    disk.fillUpAfter(3 * SMALL.segmentBytes() / 2);
    try (DataDirectory directory = open(Runnable::run)) {
      LogLoop loop = logLoop(queues, directory, () -> 0);
      assertThat(queues.logRoom.next()).isEqualTo(Next.NO_ROOM);

      assertThat(loop.nextDeadlineNanos()).isLessThanOrEqualTo(SECOND_NANOS);
    }
  }

  @Test
  void theApplyThreadWakesWithinASecondToAskTheMachineAgain() {
    TestServer server = new PumpedCluster(1, 1).servers.get(0);
    DutyCycle apply =
        server.node.loops().stream()
            .filter(it -> it.name().equals("apply"))
            .findFirst()
            .orElseThrow();
    apply.doWork();
    assertThat(apply.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);

    server.machine.have(Room.LITTLE);
    apply.doWork();

    assertThat(apply.nextDeadlineNanos()).isLessThanOrEqualTo(SECOND_NANOS);
  }

  @Test
  void theLogThreadIsWokenWhenTheNextSegmentIsThereOrCannotBeMade() throws IOException {
    disk.fillUpAfter(3 * SMALL.segmentBytes() / 2);
    try (DataDirectory directory = open(background::add)) {
      LogLoop loop = logLoop(queues, directory, () -> 0);
      assertThat(queues.logRoom.next()).isEqualTo(Next.BEING_MADE);
      queues.logBell.clear();
      background.remove(0).run();
      assertRings(queues.logBell);

      queues.groupBell.clear();
      loop.doWork();
      assertThat(queues.logRoom.next()).isEqualTo(Next.NO_ROOM);
      assertRings(queues.groupBell);
    }
  }

  @Test
  void theLogThreadIsWokenWhenTheMachineHasLittleRoom() {
    StateRoom room = new StateRoom(queues, () -> 0);
    queues.logBell.clear();
    room.look(Room.LITTLE);
    assertRings(queues.logBell);
  }

  private DataDirectory open(Executor executor) throws IOException {
    return DataDirectory.open(disk, Optional.of("test"), new SplittableRandom(1), SMALL, executor);
  }

  /** That of a server which sends nothing. */
  static LogLoop logLoop(NodeQueues queues, DataDirectory directory, Clock clock) {
    SnapshotIntake intake =
        new SnapshotIntake(
            queues.snapshots,
            () -> 0,
            directory,
            new SnapshotGauges(directory.snapshots(), clock),
            new JournalMachine(),
            new SeenUids(1));
    NodeLifecycle life = new NodeLifecycle("test", 1, queues::wakeAll, () -> {});
    return new LogLoop(
        queues, new NodeCounters(), life, directory, intake, (to, message) -> {}, clock);
  }

  /** It has been rung since it was cleared: whoever waits for it does not wait. */
  static void assertRings(Doorbell bell) {
    bell.bind();
    long beginNanos = System.nanoTime();
    bell.await(MAX_WAIT_NANOS);
    assertThat(System.nanoTime() - beginNanos).isLessThan(MAX_WAIT_NANOS);
  }
}

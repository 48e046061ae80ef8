package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.Room;
import dev.flotilla.raft.log.LogRoom.Next;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import java.io.IOException;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LogLoopRoomTest {
  /** A clock may begin anywhere. */
  private static final long BEGIN_NANOS = Long.MIN_VALUE / 2;

  private final MemoryDisk disk = new MemoryDisk();
  private final NodeQueues queues = new NodeQueues(100);
  private long nowNanos = BEGIN_NANOS;

  private DataDirectory openOnAFullDisk() throws IOException {
    LogOptions options = new LogOptions(64 * 1024);
    disk.fillUpAfter(3 * options.segmentBytes() / 2);
    return DataDirectory.open(
        disk, Optional.of("test"), new SplittableRandom(1), options, Runnable::run);
  }

  @Test
  void aDiskThatIsFullAtTheStartIsTriedAgainAfterASecond() throws IOException {
    try (DataDirectory directory = openOnAFullDisk()) {
      LogLoop loop = FullDiskWakeTest.logLoop(queues, directory, () -> nowNanos);
      assertThat(queues.logRoom.next()).isEqualTo(Next.NO_ROOM);
      assertThat(loop.nextDeadlineNanos()).isEqualTo(BEGIN_NANOS + LogLoop.RETRY_NANOS);
      disk.fillUpAfter(Long.MAX_VALUE);

      loop.doWork();
      assertThat(queues.logRoom.next()).isEqualTo(Next.NO_ROOM);
      nowNanos += LogLoop.RETRY_NANOS;
      loop.doWork();

      assertThat(queues.logRoom.next()).isEqualTo(Next.READY);
      assertThat(loop.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void aFullDiskIsTriedAgainAlsoWhileTheStateMachineHasLittleRoom() throws IOException {
    try (DataDirectory directory = openOnAFullDisk()) {
      LogLoop loop = FullDiskWakeTest.logLoop(queues, directory, () -> nowNanos);
      queues.stateRoom = Room.LITTLE;
      loop.doWork();
      assertThat(queues.logRoom.next()).isEqualTo(Next.SPARED);
      assertThat(queues.logRoom.nextBytes()).isZero();
      assertThat(loop.nextDeadlineNanos()).isEqualTo(BEGIN_NANOS + LogLoop.RETRY_NANOS);
      disk.fillUpAfter(Long.MAX_VALUE);

      nowNanos += LogLoop.RETRY_NANOS;
      loop.doWork();

      assertThat(queues.logRoom.next()).isEqualTo(Next.SPARED);
      assertThat(queues.logRoom.nextBytes()).isPositive();
      assertThat(loop.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }
  }
}

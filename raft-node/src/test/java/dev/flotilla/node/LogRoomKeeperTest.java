package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.Room;
import dev.flotilla.raft.log.LogRoom.Next;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DurableLog;
import dev.flotilla.storage.log.LogOptions;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LogRoomKeeperTest {
  /** A clock may begin anywhere. */
  private static final long BEGIN_NANOS = Long.MIN_VALUE / 2;

  private final MemoryDisk disk = new MemoryDisk();
  private final NodeQueues queues = new NodeQueues(100);
  private long nowNanos = BEGIN_NANOS;

  @Test
  void aDiskThatIsFullAtTheStartIsTriedAgainAfterASecond() throws IOException {
    LogOptions options = new LogOptions(LogOptions.MIN_SEGMENT_BYTES);
    disk.fillUpAfter(options.segmentBytes() + 1_000);
    try (DurableLog log = DurableLog.open(disk, 1, options, Runnable::run)) {
      LogRoomKeeper keeper = new LogRoomKeeper(queues, log, () -> nowNanos);
      assertThat(queues.logRoom.next()).isEqualTo(Next.NO_ROOM);
      assertThat(keeper.nextDeadlineNanos()).isEqualTo(BEGIN_NANOS + LogRoomKeeper.RETRY_NANOS);
      disk.fillUpAfter(Long.MAX_VALUE);

      keeper.look();
      assertThat(queues.logRoom.next()).isEqualTo(Next.NO_ROOM);
      nowNanos += LogRoomKeeper.RETRY_NANOS;
      keeper.look();

      assertThat(queues.logRoom.next()).isEqualTo(Next.READY);
      assertThat(keeper.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void aFullDiskIsTriedAgainAlsoWhileTheStateMachineHasLittleRoom() throws IOException {
    LogOptions options = new LogOptions(LogOptions.MIN_SEGMENT_BYTES);
    disk.fillUpAfter(options.segmentBytes() + 1_000);
    try (DurableLog log = DurableLog.open(disk, 1, options, Runnable::run)) {
      LogRoomKeeper keeper = new LogRoomKeeper(queues, log, () -> nowNanos);
      queues.stateRoom = Room.LITTLE;
      keeper.look();
      assertThat(queues.logRoom.next()).isEqualTo(Next.SPARED);
      assertThat(queues.logRoom.nextBytes()).isZero();
      assertThat(keeper.nextDeadlineNanos()).isEqualTo(BEGIN_NANOS + LogRoomKeeper.RETRY_NANOS);
      disk.fillUpAfter(Long.MAX_VALUE);

      nowNanos += LogRoomKeeper.RETRY_NANOS;
      keeper.look();

      assertThat(queues.logRoom.next()).isEqualTo(Next.SPARED);
      assertThat(queues.logRoom.nextBytes()).isPositive();
      assertThat(keeper.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }
  }
}

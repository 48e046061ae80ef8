package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.Room;
import org.junit.jupiter.api.Test;

final class StateRoomTest {
  /** A clock may begin anywhere. */
  private static final long BEGIN_NANOS = Long.MAX_VALUE - StateRoom.RETRY_NANOS;

  private final NodeQueues queues = new NodeQueues(100);
  private final JournalMachine machine = new JournalMachine();
  private long nowNanos = BEGIN_NANOS;
  private final StateRoom room = new StateRoom(queues, machine, () -> nowNanos);

  @Test
  void worseNewsCountsAtOnceAndBetterNewsAfterASecond() {
    assertThat(look(Room.ENOUGH)).isEqualTo(Room.ENOUGH);
    assertThat(room.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(look(Room.LITTLE)).isEqualTo(Room.LITTLE);
    assertThat(queues.isStateFull()).isTrue();
    assertThat(look(Room.NONE)).isEqualTo(Room.NONE);

    nowNanos += StateRoom.RETRY_NANOS - 1;
    assertThat(look(Room.ENOUGH)).isEqualTo(Room.NONE);
    assertThat(queues.isStateFull()).isTrue();
    assertThat(room.nextDeadlineNanos()).isEqualTo(nowNanos + StateRoom.RETRY_NANOS);
    nowNanos++;
    assertThat(look(Room.ENOUGH)).isEqualTo(Room.ENOUGH);
    assertThat(queues.isStateFull()).isFalse();
    assertThat(room.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void roomThatComesAndGoesAllTheTimeIsLittle() {
    look(Room.LITTLE);
    for (int i = 0; i < 100; i++) {
      nowNanos += StateRoom.RETRY_NANOS / 3;
      assertThat(look(i % 2 == 0 ? Room.ENOUGH : Room.LITTLE)).isEqualTo(Room.LITTLE);
      assertThat(queues.isStateFull()).isTrue();
    }
  }

  private Room look(Room now) {
    machine.have(now);
    return room.look();
  }
}

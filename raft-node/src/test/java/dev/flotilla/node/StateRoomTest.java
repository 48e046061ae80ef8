package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.Room;
import org.junit.jupiter.api.Test;

final class StateRoomTest {
  /** A clock may begin anywhere. */
  private static final long BEGIN_NANOS = Long.MAX_VALUE - StateRoom.RETRY_NANOS;

  private final NodeQueues queues = new NodeQueues(100);
  private long nowNanos = BEGIN_NANOS;
  private final StateRoom room = new StateRoom(queues, () -> nowNanos);

  @Test
  void worseNewsCountsAtOnceAndBetterNewsAfterASecond() {
    assertThat(room.look(Room.ENOUGH)).isEqualTo(Room.ENOUGH);
    assertThat(room.retryAtNanos).isEqualTo(Long.MAX_VALUE);
    assertThat(room.look(Room.LITTLE)).isEqualTo(Room.LITTLE);
    assertThat(queues.isStateFull()).isTrue();
    assertThat(room.look(Room.NONE)).isEqualTo(Room.NONE);

    nowNanos += StateRoom.RETRY_NANOS - 1;
    assertThat(room.look(Room.ENOUGH)).isEqualTo(Room.NONE);
    assertThat(queues.isStateFull()).isTrue();
    assertThat(room.retryAtNanos).isEqualTo(nowNanos + StateRoom.RETRY_NANOS);
    nowNanos++;
    assertThat(room.look(Room.ENOUGH)).isEqualTo(Room.ENOUGH);
    assertThat(queues.isStateFull()).isFalse();
    assertThat(room.retryAtNanos).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void roomThatComesAndGoesAllTheTimeIsLittle() {
    room.look(Room.LITTLE);
    for (int i = 0; i < 100; i++) {
      nowNanos += StateRoom.RETRY_NANOS / 3;
      assertThat(room.look(i % 2 == 0 ? Room.ENOUGH : Room.LITTLE)).isEqualTo(Room.LITTLE);
      assertThat(queues.isStateFull()).isTrue();
    }
  }
}

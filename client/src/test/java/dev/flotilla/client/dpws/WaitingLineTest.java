package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingLineTest {
  private final PumpedSchedule schedule = new PumpedSchedule();
  private final WaitingLine line = new WaitingLine(schedule, 3);
  private final List<String> begun = new ArrayList<>();
  private final List<String> late = new ArrayList<>();
  private int room;

  private boolean enter(String name, long withinMillis) {
    long deadlineNanos = schedule.nanoTime() + withinMillis * 1_000_000;
    return line.enter(
        new WaitingLine.Waiter() {
          @Override
          public long deadlineNanos() {
            return deadlineNanos;
          }

          @Override
          public boolean tryBegin() {
            if (room == 0) {
              return false;
            }
            room--;
            begun.add(name);
            return true;
          }

          @Override
          public void late() {
            late.add(name);
          }
        });
  }

  @Test
  void callsBeginInOrderAsRoomIsMade() {
    room = 1;
    assertThat(enter("a", 1_000)).isTrue();
    assertThat(enter("b", 1_000)).isTrue();
    assertThat(enter("c", 1_000)).isTrue();
    assertThat(begun).containsExactly("a");
    room = 2;
    line.roomMade();
    assertThat(begun).containsExactly("a", "b", "c");
  }

  @Test
  void whoComesWhileOthersWaitStandsBehindThem() {
    enter("a", 1_000);
    room = 1;
    enter("b", 1_000);
    assertThat(begun).containsExactly("a");
  }

  @Test
  void moreThanMayWaitAreRefused() {
    assertThat(enter("a", 1_000) && enter("b", 1_000) && enter("c", 1_000)).isTrue();
    assertThat(enter("d", 1_000)).isFalse();
  }

  @Test
  void whoseTimeIsOverIsToldSoAndNeverBegins() {
    enter("a", 10);
    enter("b", 10_000);
    schedule.runNext();
    assertThat(late).containsExactly("a");
    room = 2;
    line.roomMade();
    assertThat(begun).containsExactly("b");
  }

  @Test
  void allAreToldWhenTheLineCloses() {
    enter("a", 1_000);
    enter("b", 1_000);
    line.close();
    assertThat(late).containsExactly("a", "b");
    assertThat(enter("c", 1_000)).isFalse();
  }
}

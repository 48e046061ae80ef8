package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AlarmsTest {
  private final EventQueue agenda = new EventQueue();
  private final SimulatedClock clock = new SimulatedClock(agenda, nanos -> {});
  private final List<Integer> woken = new ArrayList<>();
  private final Alarms alarms = new Alarms(agenda, clock, 4, woken::add);

  @Test
  void eachLoopIsWokenWhenItSaid() {
    alarms.set(1, 200);
    alarms.set(2, 100);
    alarms.set(3, Long.MAX_VALUE);
    agenda.stepUntil(99);
    assertThat(woken).isEmpty();
    agenda.stepUntil(100);
    assertThat(woken).containsExactly(2);
    agenda.stepUntil(1_000);
    assertThat(woken).containsExactly(2, 1);
  }

  @Test
  void bothOfTwoTimesAreHeardIfTheEarlierWasNamedLast() {
    alarms.set(1, 200);
    alarms.set(1, 100);
    agenda.stepUntil(100);
    assertThat(woken).containsExactly(1);
    alarms.set(1, 200);
    agenda.stepUntil(200);
    assertThat(woken.size()).isGreaterThan(1);
  }

  @Test
  void afterTheEndOfTheProcessNobodyIsWoken() {
    alarms.set(1, 100);
    alarms.clear();
    agenda.stepUntil(1_000);
    assertThat(woken).isEmpty();
  }
}

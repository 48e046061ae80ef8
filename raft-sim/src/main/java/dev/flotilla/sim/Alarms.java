package dev.flotilla.sim;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * When each loop of a server has something to do although nothing arrives. Of several times that a
 * loop has named the earliest counts: it names the others again.
 */
final class Alarms {
  private final EventQueue agenda;
  private final SimulatedClock clock;
  private final IntConsumer wake;

  /** In true time; none is {@link Long#MAX_VALUE}. */
  private final long[] atNanos;

  /** Counts the lives of the process: what was set in an earlier one is void. */
  private int life;

  /**
   * None is set.
   *
   * @param clock by which the loops tell when
   * @param loops how many there are
   * @param wake told which of them to let go on
   */
  Alarms(EventQueue agenda, SimulatedClock clock, int loops, IntConsumer wake) {
    this.agenda = agenda;
    this.clock = clock;
    this.wake = wake;
    atNanos = new long[loops];
    clear();
  }

  /** The process has ended. */
  void clear() {
    life++;
    Arrays.fill(atNanos, Long.MAX_VALUE);
  }

  /**
   * A loop says when.
   *
   * @param deadlineNanos by its clock; {@link Long#MAX_VALUE} for never
   */
  void set(int loop, long deadlineNanos) {
    if (deadlineNanos == Long.MAX_VALUE) {
      return;
    }
    long at = clock.trueTimeOf(deadlineNanos);
    if (at < atNanos[loop]) {
      atNanos[loop] = at;
      int setIn = life;
      agenda.at(at, () -> ring(loop, setIn));
    }
  }

  private void ring(int loop, int setIn) {
    if (setIn == life) {
      atNanos[loop] = Long.MAX_VALUE;
      wake.accept(loop);
    }
  }
}

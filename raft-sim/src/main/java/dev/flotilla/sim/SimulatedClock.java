package dev.flotilla.sim;

import dev.flotilla.node.loop.Clock;
import java.util.function.LongConsumer;

/** A server's clock: runs fast or slow, and may jump forward as after a suspension. */
final class SimulatedClock implements Clock {
  private final EventQueue agenda;
  private final LongConsumer pause;
  private double rate = 1;
  private long anchorNanos;
  private long readingNanos;

  /**
   * Shows the right time, for now.
   *
   * @param pause lets so many nanoseconds pass, as far as may be
   */
  SimulatedClock(EventQueue agenda, LongConsumer pause) {
    this.agenda = agenda;
    this.pause = pause;
  }

  @Override
  public void pause(long nanos) {
    pause.accept(nanos);
  }

  @Override
  public long nanoTime() {
    return readingNanos + (long) ((agenda.nowNanos() - anchorNanos) * rate);
  }

  /** Lets the clock run at another rate from now on; 1 is right. */
  void runAt(double newRate) {
    anchor(nanoTime());
    rate = newRate;
  }

  void jump(long nanos) {
    anchor(nanoTime() + nanos);
  }

  /** When, in true time, this clock will show a reading. */
  long trueTimeOf(long reading) {
    return agenda.nowNanos() + (long) Math.ceil((reading - nanoTime()) / rate);
  }

  private void anchor(long reading) {
    readingNanos = reading;
    anchorNanos = agenda.nowNanos();
  }
}

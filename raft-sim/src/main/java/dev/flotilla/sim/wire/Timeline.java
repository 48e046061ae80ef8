package dev.flotilla.sim.wire;

/** The simulation's time, and what happens in it. */
public interface Timeline {
  /** The time, in nanoseconds from 0. */
  long nowNanos();

  /** Plans a task; a time that is past means now. */
  void at(long nanos, Runnable task);
}

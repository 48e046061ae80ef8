package dev.flotilla.sim.wire;

/** How bytes get from one host to another at the moment. */
public interface Ways {
  /** Whether anything passes. */
  boolean isOpen(int from, int to);

  /** How long a piece takes that is sent now, retransmissions of what is lost included. */
  long delayNanos(int from, int to);
}

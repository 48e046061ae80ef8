package dev.flotilla.examples.thermostat;

import dev.flotilla.Query;

/** What can be asked of the thermostats. The records are the wire format. */
public sealed interface Order {
  /**
   * Sets the target.
   *
   * @param celsius the temperature wanted
   */
  record SetTarget(double celsius) implements Order {}

  /**
   * Moves the target.
   *
   * @param byCelsius how far, up or down
   */
  record Adjust(double byCelsius) implements Order {}

  /**
   * Reports a measurement.
   *
   * @param room where it was measured
   * @param celsius what was measured
   */
  record Report(String room, double celsius) implements Order {}

  /** Asks how things are. */
  record Look() implements Order, Query {}
}

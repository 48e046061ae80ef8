package dev.flotilla.examples.thermostat;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How things are in the hall.
 *
 * @param targetCelsius the temperature that all thermostats heat for
 * @param roomsCelsius the last measurement of each room
 */
public record Climate(double targetCelsius, Map<String, Double> roomsCelsius) {
  /** Copies the map, in one order. */
  public Climate {
    roomsCelsius = Collections.unmodifiableMap(new TreeMap<>(roomsCelsius));
  }
}

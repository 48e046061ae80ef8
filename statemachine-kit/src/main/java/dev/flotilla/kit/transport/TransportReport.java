package dev.flotilla.kit.transport;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What {@link TransportConformance} has found. Immutable.
 *
 * @param violations what was seen, by the cases that were violated
 */
public record TransportReport(Map<TransportCase, String> violations) {
  /** Copies the map. */
  public TransportReport {
    violations = Collections.unmodifiableMap(new TreeMap<>(violations));
  }

  /**
   * Fails unless no case was violated.
   *
   * @throws AssertionError with all violations
   */
  public void assertConforms() {
    if (!violations.isEmpty()) {
      throw new AssertionError(
          violations.entrySet().stream()
              .map(it -> it.getKey() + ": " + it.getValue())
              .collect(Collectors.joining("\n")));
    }
  }
}

package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.harness.Scenario;

/** One experiment of a {@link StorePreset}. Immutable; any thread. */
public interface StoreExperiment {
  /** How many servers run. */
  int servers();

  /** Its name in the results. */
  Scenario scenario();

  /** Whether {@code --quick} measures it. */
  boolean isQuick();

  /** Whether its servers run on other hosts; otherwise on this machine. */
  default boolean usesAgents() {
    return false;
  }
}

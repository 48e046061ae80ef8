package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.client.ReadOptions;
import java.time.Duration;

/** How fresh the clients of a store read. */
public enum StoreReads {
  /** Everything that was acknowledged before: the leader has it confirmed. */
  LINEARIZABLE("linearizable", ReadOptions.linearizable()),
  /** At most a second old, from any server. */
  BOUNDED("at most 1 s old", ReadOptions.boundedStaleness(Duration.ofSeconds(1))),
  /** What any server has. */
  LOCAL("of any age", ReadOptions.local());

  private final String words;
  private final ReadOptions options;

  StoreReads(String words, ReadOptions options) {
    this.words = words;
    this.options = options;
  }

  @Override
  public String toString() {
    return words;
  }

  ReadOptions options() {
    return options;
  }
}

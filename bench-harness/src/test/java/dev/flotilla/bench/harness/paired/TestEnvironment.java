package dev.flotilla.bench.harness.paired;

import dev.flotilla.bench.result.Environment;
import java.util.Map;

/** An environment for results of tests. */
final class TestEnvironment {
  private TestEnvironment() {}

  static Environment anywhere() {
    return new Environment("processor", 2, 1_024, "ext4", "17", "Linux", Map.of(), "0", "test");
  }
}

package dev.flotilla.bench.harness.gateway;

import java.util.List;

/** How a gateway works in a cell. */
enum GatewayMode {
  /** Another program: Apache httpd. */
  HTTPD("httpd", List.of()),
  /** Dispatches nothing again. */
  PLAIN("plain", List.of("--plain")),
  /** Dispatches again what it has in memory. */
  NONE("none", List.of()),
  /** Has requests in the log of a group soon. */
  ASYNC("async", List.of("--log", "async")),
  /** Has requests in the log of a group before it forwards them. */
  SYNC("sync", List.of("--log", "sync"));

  private final String word;
  private final List<String> options;

  GatewayMode(String word, List<String> options) {
    this.word = word;
    this.options = options;
  }

  /** The options of {@code flotilla gateway}, but for the group. */
  List<String> options() {
    return options;
  }

  /** Whether it needs a group. */
  boolean hasLog() {
    return this == ASYNC || this == SYNC;
  }

  @Override
  public String toString() {
    return word;
  }
}

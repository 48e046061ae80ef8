package dev.flotilla.bench.harness.gateway;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The kinds of requests, which each client sends in turn. */
enum WebRequest {
  GET("GET", false),
  PUT("PUT", false),
  DELETE("DELETE", false),
  POST_WITH_KEY("POST", true),
  POST("POST", false);

  private static final String VERSION = "?version=";

  private final String method;
  private final boolean hasKey;

  WebRequest(String method, boolean hasKey) {
    this.method = method;
    this.hasKey = hasKey;
  }

  String method() {
    return method;
  }

  /** Whether it has an Idempotency-Key. */
  boolean hasKey() {
    return hasKey;
  }

  /** Where it goes; another one for each request. A client puts rising versions of one thing. */
  String target(int client, long number) {
    return this == PUT
        ? "/%s/%s%s%s".formatted(this, client, VERSION, number)
        : "/%s/%s-%s".formatted(this, client, number);
  }

  /**
   * How often an older version was put after a newer one.
   *
   * @param executed method and target of each execution, in order
   */
  static long undone(List<String> executed) {
    Map<String, Long> newest = new HashMap<>();
    long undone = 0;
    for (String line : executed) {
      int at = line.indexOf(VERSION);
      if (line.startsWith(PUT.method) && at > 0) {
        long version = Long.parseLong(line.substring(at + VERSION.length()));
        undone += version < newest.merge(line.substring(0, at), version, Math::max) ? 1 : 0;
      }
    }
    return undone;
  }
}

package dev.flotilla.bench.harness.gateway;

/** The kinds of requests, which each client sends in turn. */
enum WebRequest {
  GET("GET", false),
  PUT("PUT", false),
  DELETE("DELETE", false),
  POST_WITH_KEY("POST", true),
  POST("POST", false);

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

  /** Whether a gateway may send it again. */
  boolean isRepeatable() {
    return this != POST;
  }

  /** Where it goes; another one for each request. */
  String target(int client, long number) {
    return "/%s/%s-%s".formatted(this, client, number);
  }
}

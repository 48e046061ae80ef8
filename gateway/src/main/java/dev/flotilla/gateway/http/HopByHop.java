package dev.flotilla.gateway.http;

import java.util.Set;

/** The fields that concern one connection, and are not forwarded over the next one. */
public final class HopByHop {
  private static final Set<String> NAMES =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authenticate",
          "proxy-authorization",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings",
          "expect");

  /** A client must not remove these by naming them in {@code Connection}. */
  private static final Set<String> KEPT =
      Set.of("host", "content-length", "idempotency-key", "authorization", "cookie");

  private HopByHop() {}

  /**
   * The fields without those of the connection, and without those that {@code Connection} names.
   */
  public static Fields removed(Fields fields) {
    Set<String> named = fields.tokens("connection");
    return fields.without(
        name -> NAMES.contains(name) || (named.contains(name) && !KEPT.contains(name)));
  }
}

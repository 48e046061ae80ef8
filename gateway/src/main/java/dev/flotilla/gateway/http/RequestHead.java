package dev.flotilla.gateway.http;

import java.util.Set;

/**
 * The head of a request that has passed all checks.
 *
 * @param method such as {@code GET}
 * @param target a path with a query, or {@code *}
 * @param minorVersion the digit after {@code HTTP/1.}
 * @param fields all fields as they came; {@code Host} is the host of an absolute target
 * @param framing how long the body is
 */
public record RequestHead(
    String method, String target, int minorVersion, Fields fields, Framing framing) {
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
  private static final Set<String> IDEMPOTENT = Set.of("PUT", "DELETE");

  /** Whether the method changes nothing. */
  public static boolean isSafe(String method) {
    return SAFE.contains(method);
  }

  /** Whether executing the method twice has the effect of executing it once. */
  public static boolean isIdempotent(String method) {
    return isSafe(method) || IDEMPOTENT.contains(method);
  }

  /** Whether the client reads more answers on the same connection. */
  public boolean keepsAlive() {
    Set<String> options = fields.tokens("connection");
    return minorVersion == 0 ? options.contains("keep-alive") : !options.contains("close");
  }

  /** Whether the client waits for permission to send the body. */
  public boolean expectsContinue() {
    return minorVersion > 0 && fields.has("expect") && framing.kind() != Framing.Kind.NONE;
  }

  /** Whether the client asks for a WebSocket. */
  public boolean asksForWebSocket() {
    return minorVersion > 0
        && method.equals("GET")
        && framing.kind() == Framing.Kind.NONE
        && fields.tokens("connection").contains("upgrade")
        && fields.tokens("upgrade").equals(Set.of("websocket"));
  }
}

package dev.flotilla.gateway.log;

import java.util.Optional;

/**
 * What the group knows of an {@code Idempotency-Key}: one line of text.
 *
 * @param kind whether the request is being executed, or was
 * @param fingerprint of the request
 * @param detail the ticket under which it is executed, or the name of the kept answer
 */
record KeyState(Kind kind, String fingerprint, String detail) {
  /** How far the request is. */
  enum Kind {
    RUNNING,
    DONE,
    /** Executed, and the answer was too large to be kept. */
    DONE_WITHOUT_ANSWER
  }

  private static final int PARTS = 3;

  static KeyState running(RequestKey key, Ticket ticket) {
    return new KeyState(Kind.RUNNING, key.fingerprint(), ticket.claim());
  }

  /** Whether a request is being executed, by any gateway. */
  boolean isRunning(RequestKey key, String ticket) {
    return kind == Kind.RUNNING
        && fingerprint.equals(key.fingerprint())
        && Ticket.isClaimOf(detail, ticket);
  }

  String text() {
    return kind + " " + fingerprint + " " + detail;
  }

  /** Reads a line; empty if it is none. */
  static Optional<KeyState> parse(String text) {
    String[] parts = text.split(" ", -1);
    if (parts.length != PARTS) {
      return Optional.empty();
    }
    for (Kind kind : Kind.values()) {
      if (kind.name().equals(parts[0])) {
        return Optional.of(new KeyState(kind, parts[1], parts[2]));
      }
    }
    return Optional.empty();
  }
}

package dev.flotilla.gateway.log;

import java.util.Optional;

/**
 * A request that is being executed.
 *
 * @param id its name in the log; empty if it is not in the log
 * @param key its key
 */
public record Ticket(String id, Optional<RequestKey> key) {
  /** A request that need not be in a log. */
  public static final Ticket NONE = new Ticket("", Optional.empty());

  /** A request that is not in the log although it should be: it is too large. */
  public static final Ticket UNLOGGED = new Ticket("-", Optional.empty());

  /** Whether the log holds it. */
  boolean isLogged() {
    return id.length() > 1;
  }
}

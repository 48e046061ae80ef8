package dev.flotilla.gateway.log;

import java.util.Optional;

/**
 * A request that is being executed.
 *
 * @param id its name in the log; empty if it is not in the log
 * @param claim what its key holds while it is executed: the id, and who executes it, if that is
 *     another gateway
 * @param key its key
 * @param lease while it is held, the request may be sent
 * @param user its name for the pulse of this gateway; empty if it does not need it
 */
public record Ticket(String id, String claim, Optional<RequestKey> key, Lease lease, String user) {
  private static final String BY = "@";

  /** A request that need not be in a log. */
  public static final Ticket NONE = new Ticket("", "", Optional.empty(), Lease.UNLIMITED, "");

  /** A request of which another gateway knows nothing. */
  static Ticket local(RequestKey key) {
    return new Ticket(key.name(), key.name(), Optional.of(key), Lease.UNLIMITED, "");
  }

  /** A request that is in the log. */
  static Ticket of(Optional<RequestKey> key, Lease lease, String user) {
    String id = lease.gateway() + "/" + user;
    return new Ticket(id, id, key, lease, user);
  }

  /** A request that is not in the log although it should be: it is too large. */
  static Ticket skipped(Lease lease, String user) {
    return new Ticket("", "", Optional.empty(), lease, user);
  }

  /** A request that another gateway has left behind. */
  static Ticket taken(String id, String by, RequestKey key, Lease lease) {
    return new Ticket(id, id + BY + by, Optional.of(key), lease, "");
  }

  /** Whether the log holds it. */
  boolean isLogged() {
    return !id.isEmpty();
  }

  /** Whether it should be in the log, and is not. */
  public boolean isSkipped() {
    return id.isEmpty() && !user.isEmpty();
  }

  /** Whether a claim is for a request, executed by any gateway. */
  static boolean isClaimOf(String claim, String id) {
    return claim.equals(id) || claim.startsWith(id + BY);
  }
}

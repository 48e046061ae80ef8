package dev.flotilla.recipes.state;

import java.util.OptionalLong;

/**
 * A client with a lease.
 *
 * @param ttlMillis how long the lease lasts after a renewal
 * @param expiresMillis the log time at which it ends
 * @param session the session of its client's last command; its end ends the owner, too
 */
record Owner(long id, long ttlMillis, long expiresMillis, OptionalLong session) {
  Owner renewed(long timeMillis, OptionalLong by) {
    return new Owner(id, ttlMillis, Math.max(expiresMillis, timeMillis + ttlMillis), by);
  }
}

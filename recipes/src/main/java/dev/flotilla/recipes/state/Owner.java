package dev.flotilla.recipes.state;

/**
 * A client with a lease.
 *
 * @param ttlMillis how long the lease lasts after a renewal
 * @param expiresMillis the log time at which it ends
 */
record Owner(long id, long ttlMillis, long expiresMillis) {
  Owner renewed(long timeMillis) {
    return new Owner(id, ttlMillis, Math.max(expiresMillis, timeMillis + ttlMillis));
  }
}

package dev.flotilla.raftdpws.message;

/**
 * Asks a server for its list of revoked certificates.
 *
 * @param newerThanMillis when the list was signed that the asker has, in milliseconds since 1970; 0
 *     if it has none
 */
public record ReadRevocationsRequest(long newerThanMillis) {
  /** Refuses a negative time. */
  public ReadRevocationsRequest {
    if (newerThanMillis < 0) {
      throw new IllegalArgumentException("newerThan must be 0 or more, not " + newerThanMillis);
    }
  }
}

package dev.flotilla.client;

import java.net.URI;
import java.util.Optional;

/**
 * How a client stands to its group. Immutable.
 *
 * @param kind what is the case now
 * @param leader the server that is meant: who answers as the leader, or did until now
 */
public record ConnectionState(Kind kind, Optional<URI> leader) {
  /** What may be the case. */
  public enum Kind {
    /** A server answers as the leader, or by way of the leader. */
    CONNECTED,
    /** The server that did so does so no more; others are asked. */
    LOST,
    /** No server is known; the network is searched. */
    SEARCHING
  }
}

package dev.flotilla.dpws.tls;

import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * Decides whether the other side of a connection is the one that is meant. There is no check of
 * host names, since addresses change: this takes its place.
 */
@FunctionalInterface
public interface PeerCheck {
  /** Accepts every certificate of the authority. */
  PeerCheck ANY = certificate -> Optional.empty();

  /**
   * Returns why the connection must not be used; empty if it may. Called on an event loop when the
   * handshake is over; must not block.
   *
   * @param certificate issued by the authority, valid and not revoked
   */
  Optional<String> objection(X509Certificate certificate);
}

package dev.flotilla.dpws.tls;

import dev.flotilla.dpws.EventLoops;
import java.net.InetAddress;
import java.util.Optional;

/**
 * What a server of Flotilla shares with another protocol that it listens by: its threads, its keys
 * and its addresses. Any thread; nothing blocks.
 */
public interface SharedNetwork {
  /** The network threads, which stay open. */
  EventLoops loops();

  /** What secures connections; empty without keys. */
  Optional<TlsKeys> keys();

  /**
   * Accepts the certificate of one member only.
   *
   * @param member {@code urn:uuid:...}
   */
  PeerCheck check(String member);

  /** Whether connections are wanted that come in at this address of the machine. */
  boolean isOwn(InetAddress local);
}

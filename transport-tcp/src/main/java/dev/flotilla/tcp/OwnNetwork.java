package dev.flotilla.tcp;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.tls.PeerCheck;
import dev.flotilla.dpws.tls.SharedNetwork;
import dev.flotilla.dpws.tls.TlsKeys;
import java.net.InetAddress;
import java.util.Optional;

/**
 * Of a transport outside of a server: no keys, and whatever address it listens at.
 *
 * @param loops of the transport alone
 */
record OwnNetwork(EventLoops loops) implements SharedNetwork {
  @Override
  public Optional<TlsKeys> keys() {
    return Optional.empty();
  }

  @Override
  public PeerCheck check(String member) {
    return PeerCheck.ANY;
  }

  @Override
  public boolean isOwn(InetAddress local) {
    return true;
  }
}

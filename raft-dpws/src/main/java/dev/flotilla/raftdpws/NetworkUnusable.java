package dev.flotilla.raftdpws;

import java.io.IOException;

/** An address, a port or the multicast group of discovery cannot be used; the cause says why. */
public final class NetworkUnusable extends IOException {
  private static final long serialVersionUID = 1L;

  NetworkUnusable(IOException cause) {
    super("the network cannot be used: " + cause.getMessage(), cause);
  }
}

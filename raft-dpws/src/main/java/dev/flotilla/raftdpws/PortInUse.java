package dev.flotilla.raftdpws;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Another program listens on the port that a server was told to use. */
public final class PortInUse extends IOException {
  private static final long serialVersionUID = 1L;

  PortInUse(InetSocketAddress address, IOException cause) {
    super(
        "port %s of %s is in use; stop the program that has it, or name another port, or 0 for any"
            .formatted(address.getPort(), address.getAddress().getHostAddress()),
        cause);
  }
}

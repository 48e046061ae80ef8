package dev.flotilla.systemtests.hostile;

import java.net.InetSocketAddress;

/**
 * Where a server is called.
 *
 * @param host its number, from 1
 * @param address as a number
 */
record Target(int host, String address, int port) {
  static final String PATH = "/RAFT_Service";

  /** Where a server would be called that is the trap. */
  static final Target TRAP =
      new Target(Network.TRAP, Network.address(Network.TRAP), HostileServer.PORT);

  InetSocketAddress socketAddress() {
    return new InetSocketAddress(address, port);
  }

  String authority() {
    return address + ":" + port;
  }

  String url() {
    return "http://" + authority() + PATH;
  }
}

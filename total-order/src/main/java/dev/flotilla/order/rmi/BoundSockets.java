package dev.flotilla.order.rmi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.server.RMIServerSocketFactory;

/** Opens RMI's server sockets at one address, and remembers the port of the last one. */
final class BoundSockets implements RMIServerSocketFactory {
  private static final int BACKLOG = 50;

  private final InetAddress host;
  private volatile int port;

  BoundSockets(InetAddress host) {
    this.host = host;
  }

  @Override
  public ServerSocket createServerSocket(int wantedPort) throws IOException {
    ServerSocket server = new ServerSocket(wantedPort, BACKLOG, host);
    port = server.getLocalPort();
    return server;
  }

  int port() {
    return port;
  }
}

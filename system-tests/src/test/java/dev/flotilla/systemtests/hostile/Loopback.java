package dev.flotilla.systemtests.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** All servers on the loopback interface, with a port each, in a group of a name of its own. */
record Loopback(List<Integer> ports, String group) implements Hosts {
  private static final String ADDRESS = "127.0.0.1";

  /** Ports that are free now. */
  static Loopback free() throws IOException {
    List<ServerSocket> open = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < Network.SERVERS; i++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      open.add(socket);
      ports.add(socket.getLocalPort());
    }
    for (ServerSocket socket : open) {
      socket.close();
    }
    return new Loopback(ports, "edge-" + UUID.randomUUID());
  }

  @Override
  public List<String> launcher(int host) {
    return List.of();
  }

  @Override
  public Target target(int host) {
    return new Target(host, ADDRESS, ports.get(host - 1));
  }

  @Override
  public List<String> options(int host) {
    return List.of("--port", Integer.toString(ports.get(host - 1)));
  }

  @Override
  public String goodClient() {
    return ADDRESS;
  }

  @Override
  public String attacker() {
    return ADDRESS;
  }

  @Override
  public void restore() {}
}

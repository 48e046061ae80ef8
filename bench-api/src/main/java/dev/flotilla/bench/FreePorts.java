package dev.flotilla.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Finds TCP ports of the loopback interface for servers that cannot choose one themselves. */
public final class FreePorts {
  // Below the range from which systems take ports for outgoing connections (32768 on Linux), so
  // that
  // no client's connection takes a port between our look and the server's bind.
  private static final int FIRST = 20_000;
  private static final int LAST = 32_000;
  private static final int MAX_TRIES = 1_000;

  private FreePorts() {}

  /**
   * Ports on which nothing listened a moment ago, all different.
   *
   * @param count how many, at most 100
   * @throws IOException if they cannot be found
   */
  public static List<Integer> find(int count) throws IOException {
    if (count < 1 || count > 100) {
      throw new IllegalArgumentException("count is " + count + "; ask for 1 to 100 ports");
    }
    List<ServerSocket> held = new ArrayList<>();
    try {
      RandomGenerator random = RandomGenerator.getDefault();
      for (int tries = 0; tries < MAX_TRIES && held.size() < count; tries++) {
        tryToHold(random.nextInt(FIRST, LAST), held);
      }
      if (held.size() < count) {
        throw new IOException(
            "only %s of %s ports between %s and %s are free; end what listens there"
                .formatted(held.size(), count, FIRST, LAST));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  private static void tryToHold(int port, List<ServerSocket> held) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      held.add(socket);
    } catch (IOException taken) {
      socket.close();
    }
  }
}

package dev.flotilla.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Finds TCP ports for servers that cannot choose one themselves. */
public final class FreePorts {
  /** The address of servers that only this machine reaches. */
  public static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  // Below the range from which systems take ports for outgoing connections (32768 on Linux), so
  // that
  // no client's connection takes a port between our look and the server's bind.
  private static final int FIRST = 20_000;
  private static final int LAST = 32_000;
  private static final int MAX_TRIES = 1_000;

  private FreePorts() {}

  /**
   * Ports of the loopback interface on which nothing listened a moment ago, all different.
   *
   * @param count how many, at most 100
   * @throws IOException if they cannot be found
   */
  public static List<Integer> find(int count) throws IOException {
    return find(LOOPBACK, count);
  }

  /**
   * Likewise, on an address of this machine.
   *
   * @param count how many, at most 100
   * @throws IOException if they cannot be found
   */
  public static List<Integer> find(InetAddress address, int count) throws IOException {
    if (count < 1 || count > 100) {
      throw new IllegalArgumentException("count is " + count + "; ask for 1 to 100 ports");
    }
    List<ServerSocket> held = new ArrayList<>();
    try {
      RandomGenerator random = RandomGenerator.getDefault();
      for (int tries = 0; tries < MAX_TRIES && held.size() < count; tries++) {
        tryToHold(address, random.nextInt(FIRST, LAST), held);
      }
      if (held.size() < count) {
        throw new IOException(
            "only %s of %s ports between %s and %s of %s are free; end what listens there"
                .formatted(held.size(), count, FIRST, LAST, address.getHostAddress()));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  /** Whether a server could listen on that port now. */
  public static boolean isFree(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address, port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  private static void tryToHold(InetAddress address, int port, List<ServerSocket> held)
      throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(address, port));
      held.add(socket);
    } catch (IOException taken) {
      socket.close();
    }
  }
}

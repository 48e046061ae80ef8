package dev.flotilla.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Finds TCP ports for servers that cannot choose one themselves. */
public final class FreePorts {
  /** The address of servers that only this machine reaches. */
  public static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

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
    List<HeldPort> held = new ArrayList<>();
    try {
      while (held.size() < count) {
        held.add(HeldPort.of(address));
      }
      return held.stream().map(port -> port.address().getPort()).toList();
    } finally {
      for (HeldPort port : held) {
        port.close();
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
}

package dev.flotilla.raftdpws;

import dev.flotilla.dpws.discovery.DiscoverySettings;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Hears what is said to the group of discovery, on a raw socket. */
final class Eavesdropper implements AutoCloseable {
  /** Longer than the pause before a datagram is repeated. */
  private static final int SILENCE_MILLIS = 500;

  private final MulticastSocket socket;

  Eavesdropper(DiscoverySettings discovery) throws IOException {
    InetSocketAddress group = discovery.groups().get(0);
    socket = new MulticastSocket(group);
    socket.setReceiveBufferSize(4 << 20);
    socket.joinGroup(group, discovery.interfaces().iterator().next());
    socket.setSoTimeout(SILENCE_MILLIS);
  }

  /** How many datagrams with the text were heard, when there is silence. */
  int heardOf(String text) throws IOException {
    int count = 0;
    DatagramPacket packet = new DatagramPacket(new byte[1 << 16], 1 << 16);
    try {
      while (true) {
        socket.receive(packet);
        String heard = new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
        count += heard.contains(text) ? 1 : 0;
      }
    } catch (SocketTimeoutException silence) {
      return count;
    }
  }

  @Override
  public void close() {
    socket.close();
  }
}

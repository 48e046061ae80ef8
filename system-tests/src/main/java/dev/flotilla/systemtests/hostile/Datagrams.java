package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Sends and hears datagrams of discovery. One thread. */
final class Datagrams implements AutoCloseable {
  static final int PORT = 3_702;
  private static final String GROUP = "239.255.255.250";
  private static final String D = "http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01";
  private static final String TO_ALL = "urn:docs-oasis-open-org:ws-dd:ns:discovery:2009:01";
  private static final String SERVERS = "10.88.0.[123]";
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int RECEIVE_BYTES = 8 << 20;

  private final MulticastSocket socket;
  private final InetAddress group = InetAddress.getByName(GROUP);

  /** What was heard. */
  record Heard(int packets, long bytes) {
    Heard plus(int more) {
      return new Heard(packets + 1, bytes + more);
    }
  }

  private Datagrams(MulticastSocket socket) throws IOException {
    this.socket = socket;
    socket.setOption(
        StandardSocketOptions.IP_MULTICAST_IF, NetworkInterface.getByName(Network.INTERFACE));
    socket.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, false);
    socket.setReceiveBufferSize(RECEIVE_BYTES);
  }

  /** Sends from an address, and hears what is sent back there. */
  static Datagrams from(String address) throws IOException {
    return new Datagrams(new MulticastSocket(new InetSocketAddress(address, 0)));
  }

  /** Hears what is sent to all. */
  static Datagrams toAll() throws IOException {
    MulticastSocket socket = new MulticastSocket(PORT);
    socket.joinGroup(
        new InetSocketAddress(GROUP, PORT), NetworkInterface.getByName(Network.INTERFACE));
    return new Datagrams(socket);
  }

  @Override
  public void close() {
    socket.close();
  }

  void multicast(byte[] datagram) throws IOException {
    socket.send(new DatagramPacket(datagram, datagram.length, group, PORT));
  }

  void unicast(String address, byte[] datagram) throws IOException {
    socket.send(
        new DatagramPacket(datagram, datagram.length, InetAddress.getByName(address), PORT));
  }

  /** Hears the servers, by address, until some time is over. */
  Map<String, Heard> hear(long millis, String content) throws IOException {
    Map<String, Heard> heard = new TreeMap<>();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    byte[] buffer = new byte[BUFFER_BYTES];
    while (true) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return heard;
      }
      socket.setSoTimeout((int) left);
      DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
      try {
        socket.receive(packet);
      } catch (SocketTimeoutException e) {
        return heard;
      }
      String from = packet.getAddress().getHostAddress();
      String text = new String(buffer, 0, packet.getLength(), UTF_8);
      if (from.matches(SERVERS) && text.contains(content)) {
        heard.merge(
            from, new Heard(1, packet.getLength()), (old, more) -> old.plus(packet.getLength()));
      }
    }
  }

  static byte[] hello(String address, String types, String scope, long instance) {
    return envelope(
        "Hello",
        "<d:AppSequence InstanceId=\"" + instance + "\" MessageNumber=\"1\"/>",
        """
        <d:Hello><a:EndpointReference><a:Address>%s</a:Address></a:EndpointReference>\
        <d:Types>%s</d:Types><d:Scopes>%s</d:Scopes><d:MetadataVersion>1</d:MetadataVersion>\
        </d:Hello>\
        """
            .formatted(address, types, scope));
  }

  static byte[] probe(String types) {
    return envelope("Probe", "", "<d:Probe><d:Types>" + types + "</d:Types></d:Probe>");
  }

  static byte[] emptyProbe() {
    return envelope("Probe", "", "<d:Probe/>");
  }

  private static byte[] envelope(String name, String headers, String body) {
    return """
    <?xml version="1.0"?><s:Envelope xmlns:s="%s" xmlns:a="%s" xmlns:d="%s" xmlns:r="%s">\
    <s:Header><a:Action>%s</a:Action><a:MessageID>%s</a:MessageID><a:To>%s</a:To>%s</s:Header>\
    <s:Body>%s</s:Body></s:Envelope>\
    """
        .formatted(
            Soap.ENVELOPE,
            Soap.ADDRESSING,
            D,
            Soap.R,
            D + "/" + name,
            Soap.newUid(),
            TO_ALL,
            headers,
            body)
        .getBytes(UTF_8);
  }
}

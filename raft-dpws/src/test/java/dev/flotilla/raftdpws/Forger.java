package dev.flotilla.raftdpws;

import dev.flotilla.dpws.discovery.DiscoverySettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Somebody on the network who announces what is not true, from a raw socket. */
final class Forger {
  private static final String DISCOVERY = "http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01";

  private final DiscoverySettings discovery;

  Forger(DiscoverySettings discovery) {
    this.discovery = discovery;
  }

  void sayBye(String endpointReference) {
    send("Bye", endpointReference, "");
  }

  /** Announces a server at that address, or at none if it is empty. */
  void sayHello(String endpointReference, String group, String xAddr) {
    send(
        "Hello",
        endpointReference,
        "<d:Types xmlns:r='http://di.uminho.pt/ws/2014/01/raft'>r:RAFT_Device</d:Types>"
            + "<d:Scopes>urn:flotilla:group:"
            + group
            + "</d:Scopes>"
            + xAddrs(xAddr)
            + "<d:MetadataVersion>4000000000</d:MetadataVersion>");
  }

  private static String xAddrs(String xAddr) {
    return xAddr.isEmpty() ? "" : "<d:XAddrs>" + xAddr + "</d:XAddrs>";
  }

  private void send(String kind, String endpointReference, String content) {
    String envelope =
        "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
            + " xmlns:a='http://www.w3.org/2005/08/addressing' xmlns:d='"
            + DISCOVERY
            + "'><s:Header><a:Action>"
            + DISCOVERY
            + "/"
            + kind
            + "</a:Action><a:MessageID>urn:uuid:"
            + UUID.randomUUID()
            + "</a:MessageID><a:To>urn:docs-oasis-open-org:ws-dd:ns:discovery:2009:01</a:To>"
            + "<d:AppSequence InstanceId='4000000000' MessageNumber='1'/></s:Header><s:Body><d:"
            + kind
            + "><a:EndpointReference><a:Address>"
            + endpointReference
            + "</a:Address></a:EndpointReference>"
            + content
            + "</d:"
            + kind
            + "></s:Body></s:Envelope>";
    byte[] datagram = envelope.getBytes(StandardCharsets.UTF_8);
    InetSocketAddress group = discovery.groups().get(0);
    try (MulticastSocket socket = new MulticastSocket()) {
      socket.setOption(
          StandardSocketOptions.IP_MULTICAST_IF, discovery.interfaces().iterator().next());
      socket.send(new DatagramPacket(datagram, datagram.length, group));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

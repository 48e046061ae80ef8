package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.raft.model.NodeId;
import java.util.Map;
import javax.xml.namespace.QName;

/** The contract as discovery and metadata tell it: types, port types, scopes, WSDL and schemas. */
public final class RaftContract {
  /** The largest message that servers and clients take: 1 MiB of command, every byte escaped. */
  public static final int MAX_ENVELOPE_BYTES = 8 * 1024 * 1024;

  private static final String EVENTS_WSDL = "RaftEvents.wsdl";

  private static final QName DEVICE_TYPE = new QName(RaftNames.RAFT, RaftNames.DEVICE_TYPE, "r");

  private RaftContract() {}

  /** A device of the type that every server has. */
  public static Device.Builder device(NodeId id) {
    return Device.builder(id.uuid()).type(DEVICE_TYPE);
  }

  /** RAFT_Service with its port types, WSDLs and schemas; its operations are to be added. */
  public static HostedService.Builder service() {
    return HostedService.builder(RaftNames.SERVICE)
        .portType(new QName(RaftNames.RAFT, RaftNames.SERVICE, "r"))
        .portType(new QName(RaftNames.FLOTILLA, RaftNames.PEER_PORT_TYPE, "f"))
        .portType(new QName(RaftNames.FLOTILLA, RaftNames.CLIENT_PORT_TYPE, "f"))
        .portType(new QName(RaftNames.FLOTILLA, RaftNames.ADMIN_PORT_TYPE, "f"))
        .wsdl("RAFT_Service.wsdl", document("RAFT_Service.wsdl"))
        .document("flotilla.wsdl", document("flotilla.wsdl"))
        .document("raft.xsd", document("raft.xsd"))
        .document("flotilla.xsd", document("flotilla.xsd"));
  }

  /** The service whose WSDL describes the events, which come from a source. */
  public static HostedService events(EventSource source) {
    return HostedService.builder(RaftNames.EVENTS_PORT_TYPE)
        .portType(new QName(RaftNames.FLOTILLA, RaftNames.EVENTS_PORT_TYPE, "f"))
        .wsdl(EVENTS_WSDL, document(EVENTS_WSDL))
        .document("flotilla.xsd", document("flotilla.xsd"))
        .document("raft.xsd", document("raft.xsd"))
        .events(source)
        .build();
  }

  /** Asks for the servers of every group. */
  public static Probe probe() {
    return Probe.anything().ofType(DEVICE_TYPE);
  }

  /** Asks for the servers of a group. */
  public static Probe probe(String group) {
    return probe().inScope(RaftNames.scope(group));
  }

  /** Whether somebody claims to be a server of the group. */
  public static boolean isServer(Target target, String group) {
    return target.types().contains(DEVICE_TYPE) && target.scopes().contains(RaftNames.scope(group));
  }

  /** The schemas of all messages, by their file names. */
  public static Map<String, HttpResource> schemas() {
    return Map.of("raft.xsd", document("raft.xsd"), "flotilla.xsd", document("flotilla.xsd"));
  }

  private static HttpResource document(String name) {
    return HttpResource.xml(RaftContract.class, name);
  }
}

package dev.flotilla.node.transport;

/**
 * Where the transport of another server can be reached. A server that has moved is another peer.
 *
 * @param member the lasting identity of the server, {@code urn:uuid:...}
 * @param host its host: an IP address, without brackets, or a name
 * @param address what its {@link TransportEndpoint#address} says; nobody has checked it
 */
public record TransportPeer(String member, String host, String address) {}

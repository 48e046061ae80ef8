package dev.flotilla.node.transport;

import java.io.IOException;

/**
 * Carries the messages between the servers of a group, in place of SOAP. Discovery, founding and
 * the services for clients stay with DPWS.
 *
 * <p>A transport sees frames: opaque bytes, whose content this library writes and checks. Each
 * server of a group that has a transport of the same {@link #name} announces where its own can be
 * reached; servers use it with each other once both have proven that they receive there. All other
 * messages go by SOAP: to servers without this transport, and while it has no connection. So the
 * servers of a group can change their transport one after another.
 *
 * <p><b>Delivery.</b> A frame arrives whole and once, or not at all; frames from one server to
 * another keep their order. Loss is allowed, Raft retransmits. {@code TransportConformance} of
 * statemachine-kit checks a transport.
 *
 * <p><b>Thread.</b> {@link #open} is called once for each server, and may block; one object may
 * serve several servers.
 */
public interface Transport {
  /** The longest name. */
  int MAX_NAME_CHARS = 32;

  /**
   * What servers call the transport: 1 to {@value #MAX_NAME_CHARS} small letters, digits and
   * hyphens. A change of its format on the wire needs another name.
   */
  String name();

  /**
   * Whether connections use the certificates of the group, so that {@link
   * TransportContext#received} gets the certificate of the sender. A server with keys refuses to
   * start with a transport that does not.
   *
   * @return false by default
   */
  default boolean usesKeys() {
    return false;
  }

  /**
   * Listens from now on.
   *
   * @param context of the server; {@link TransportContext#received} may be called before this
   *     returns
   * @throws IOException if it cannot listen, with the address in the message; the server does not
   *     start then
   */
  TransportEndpoint open(TransportContext context) throws IOException;
}

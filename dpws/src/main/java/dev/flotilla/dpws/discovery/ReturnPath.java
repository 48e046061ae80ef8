package dev.flotilla.dpws.discovery;

import java.net.InetAddress;

/**
 * The way back to where a datagram came from. It is the only way in which an answer can go, so that
 * no message can name another.
 */
interface ReturnPath {
  /** Where the datagram says that it came from. */
  InetAddress address();

  /** What makes a link-local IPv6 address callable that a message on this way names. */
  String zone();

  /** Whether that address may be answered: on the link, unless the settings say otherwise. */
  boolean isAnswerable();

  /** Whether the datagram came to the group, and not to the socket that asks questions. */
  boolean isOfGroup();

  /** Sends to that address and port, from the interface on which the datagram came. */
  void send(byte[] datagram);
}

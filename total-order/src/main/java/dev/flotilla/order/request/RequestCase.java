package dev.flotilla.order.request;

/** Who broadcasts a request to the servers. */
public enum RequestCase {
  /** The client: it takes the origin's part of the protocol, and every server replies. */
  A,
  /** The server that the client asks, in the closed group of the servers. It alone replies. */
  B
}

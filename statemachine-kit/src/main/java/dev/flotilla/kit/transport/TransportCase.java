package dev.flotilla.kit.transport;

/** What a transport must do; {@link TransportConformance} runs one case for each. */
public enum TransportCase {
  /** Frames of all lengths arrive as they were sent, each once at most. */
  WHOLE,
  /** Frames of one sender arrive in order, each once at most, and hardly any is lost. */
  ORDERED,
  /** {@code send} returns at once though the other side takes nothing, and keeps few frames. */
  BOUNDED,
  /** Where nobody listens, {@code send} returns at once, and other servers are reached. */
  DEAD_PEER,
  /** A server that comes back is reached, and one from which the sender disconnected. */
  RECONNECTS,
  /** Bytes of no server, and connections that say nothing, harm nobody. */
  GARBAGE,
  /** After {@code close} there are no threads, no port and no more frames. */
  CLOSED
}

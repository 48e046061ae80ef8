package dev.flotilla.node.transport;

/**
 * The transport of one server.
 *
 * <p><b>Thread.</b> Any thread may call; only {@link #close} blocks.
 *
 * <p><b>Bounds.</b> What waits to be sent is bounded, and so is what arrives: lengths, connections
 * and bytes come from anybody who can reach the port.
 */
public interface TransportEndpoint extends AutoCloseable {
  /** The longest {@link #address}. */
  int MAX_ADDRESS_CHARS = 200;

  /**
   * Where others reach this endpoint, beside the host of the server: a port, for example. Announced
   * to all who ask for the status of the server; 1 to {@value #MAX_ADDRESS_CHARS} characters.
   */
  String address();

  /** The longest frame that it carries, in bytes; longer messages go by SOAP. */
  default int maxFrameBytes() {
    return Integer.MAX_VALUE;
  }

  /**
   * Sends a frame, or drops it; does not block. Without a connection it starts to make one.
   *
   * @param to the addressee
   * @param frame longer neither than {@link #maxFrameBytes} nor than {@link
   *     TransportContext#maxFrameBytes}; nobody changes it any more
   * @return whether there is a connection to the addressee; if not, the frame was dropped, and its
   *     message goes by SOAP. With a connection, a frame for which there is no room is dropped
   */
  boolean send(TransportPeer to, byte[] frame);

  /**
   * Gives up the connection to a server, which seems not to work; the next {@link #send} makes
   * another one. Without a connection nothing happens.
   */
  void disconnect(TransportPeer peer);

  /**
   * Ends connections and threads, and frees the port; blocks until that is done. Nothing is handed
   * to {@link TransportContext#received} afterwards. Idempotent; {@link #send} returns false then.
   */
  @Override
  void close();
}

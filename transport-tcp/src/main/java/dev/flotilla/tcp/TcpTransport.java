package dev.flotilla.tcp;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.tls.SharedNetwork;
import dev.flotilla.node.transport.Transport;
import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import java.io.IOException;

/**
 * Carries the messages between the servers of a group by TCP: each frame behind its length, on one
 * connection in each direction. With keys, connections use TLS with the certificates of the group.
 *
 * <p>Give one to {@code ServerBuilder.transport} for each server. Immutable; any thread.
 *
 * <p><b>Bounds.</b> {@value TcpEndpoint#MAX_CONNECTIONS} connections from others, {@value
 * TcpEndpoint#MAX_PEERS} to others, and 2 MiB and a frame that wait on each of the latter; frames
 * beyond are dropped. Of frames that have arrived in part, all connections together keep two of the
 * longest kind, 8 MiB each. A connection that has not carried a frame of a server of the group is
 * closed after {@value TcpEndpoint#UNKNOWN_MILLIS} ms.
 */
public final class TcpTransport implements Transport {
  private static final int MAX_PORT = 65_535;

  private final int port;

  /** Listens at a free port. */
  public TcpTransport() {
    this(0);
  }

  /**
   * Listens at a fixed port, for firewalls.
   *
   * @param port 0 for a free one
   * @throws IllegalArgumentException if there is no such port
   */
  public TcpTransport(int port) {
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("a port is 0 to %s, not %s".formatted(MAX_PORT, port));
    }
    this.port = port;
  }

  @Override
  public String name() {
    return "tcp";
  }

  @Override
  public boolean usesKeys() {
    return true;
  }

  @Override
  public TransportEndpoint open(TransportContext context) throws IOException {
    if (context instanceof SharedNetwork shared) {
      return TcpEndpoint.open(context, shared, port, () -> {});
    }
    EventLoops loops = EventLoops.start(1, "flotilla-tcp");
    try {
      return TcpEndpoint.open(context, new OwnNetwork(loops), port, loops::close);
    } catch (IOException | RuntimeException e) {
      loops.close();
      throw e;
    }
  }
}

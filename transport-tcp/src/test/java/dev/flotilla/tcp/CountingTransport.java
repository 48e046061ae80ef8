package dev.flotilla.tcp;

import dev.flotilla.node.transport.Transport;
import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.node.transport.TransportPeer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** The TCP transport with a count of the frames that went out, and a switch. */
final class CountingTransport implements Transport {
  private final Transport counted = new TcpTransport();
  private final AtomicLong sent = new AtomicLong();
  private volatile boolean isCut;
  private volatile int port;

  long sent() {
    return sent.get();
  }

  int port() {
    return port;
  }

  /** Sends nothing from now on, as if there were no connection. */
  void cut() {
    isCut = true;
  }

  @Override
  public String name() {
    return counted.name();
  }

  @Override
  public boolean usesKeys() {
    return counted.usesKeys();
  }

  @Override
  public TransportEndpoint open(TransportContext context) throws IOException {
    TransportEndpoint endpoint = counted.open(context);
    port = Integer.parseInt(endpoint.address());
    return new TransportEndpoint() {
      @Override
      public String address() {
        return endpoint.address();
      }

      @Override
      public boolean send(TransportPeer to, byte[] frame) {
        boolean isSent = !isCut && endpoint.send(to, frame);
        if (isSent) {
          sent.incrementAndGet();
        }
        return isSent;
      }

      @Override
      public void disconnect(TransportPeer peer) {
        endpoint.disconnect(peer);
      }

      @Override
      public void close() {
        endpoint.close();
      }
    };
  }
}

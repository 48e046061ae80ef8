package dev.flotilla.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.random.RandomGenerator;

/**
 * A TCP port that no other program gets until it is closed: bound, and not listening. Any thread.
 */
public final class HeldPort implements AutoCloseable {
  // Below the range from which systems take ports for outgoing connections (32768 on Linux), so
  // that no client's connection takes a port between our look and the server's bind.
  private static final int FIRST = 20_000;
  private static final int LAST = 32_000;
  private static final int MAX_TRIES = 1_000;

  private final Socket socket;
  private final InetSocketAddress address;

  private HeldPort(Socket socket) {
    this.socket = socket;
    this.address = (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /**
   * A free port of this address.
   *
   * @throws IOException if none is found
   */
  public static HeldPort of(InetAddress host) throws IOException {
    RandomGenerator random = RandomGenerator.getDefault();
    for (int tries = 1; ; tries++) {
      Socket socket = new Socket();
      try {
        socket.bind(new InetSocketAddress(host, random.nextInt(FIRST, LAST)));
        return new HeldPort(socket);
      } catch (IOException e) {
        socket.close();
        if (tries == MAX_TRIES) {
          throw new IOException(
              "no free port of %s found from %s to %s in %s tries; end what listens there"
                  .formatted(host.getHostAddress(), FIRST, LAST, MAX_TRIES),
              e);
        }
      }
    }
  }

  /** The address, also after it is closed. */
  public InetSocketAddress address() {
    return address;
  }

  /** Lets the port go, for the program that it was held for. Idempotent. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}

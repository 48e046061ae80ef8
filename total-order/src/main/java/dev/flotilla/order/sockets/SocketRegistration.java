package dev.flotilla.order.sockets;

import dev.flotilla.order.ProcessGroup;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assigns numbers to processes in the order in which they register, and tells each the addresses of
 * all once the last one has.
 *
 * <p>A process connects, and sends {@link #MAGIC} and the address at which it listens. It gets its
 * number, the size of the group, and all addresses; then the connection ends. One thread.
 */
public final class SocketRegistration implements AutoCloseable {
  static final int MAGIC = 0x544f3031;

  private static final Logger LOG = LoggerFactory.getLogger(SocketRegistration.class);
  private static final int HELLO_MILLIS = 30_000;

  private final ServerSocket server;
  private final int size;

  /** A process that waits for the others. */
  private record Registrant(Socket socket, String host, int port) {}

  private SocketRegistration(ServerSocket server, int size) {
    this.server = server;
    this.size = size;
  }

  /**
   * Starts to wait for processes.
   *
   * @param address where to listen; port 0 takes a free one
   * @param size how many processes the group has
   * @throws IOException if the address cannot be used
   */
  public static SocketRegistration start(InetSocketAddress address, int size) throws IOException {
    ProcessGroup group = new ProcessGroup(0, size);
    ServerSocket server = new ServerSocket();
    try {
      server.bind(address);
    } catch (IOException e) {
      server.close();
      throw new IOException("cannot listen on %s: %s".formatted(address, e.getMessage()), e);
    }
    SocketRegistration registration = new SocketRegistration(server, group.size());
    Thread thread = new Thread(registration::run, "order-registration");
    thread.setDaemon(true);
    thread.start();
    return registration;
  }

  /** Where it listens, with the real port. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /** Stops; processes that wait get no number. */
  @Override
  public void close() throws IOException {
    server.close();
  }

  private void run() {
    List<Registrant> registrants = new ArrayList<>();
    try {
      while (registrants.size() < size) {
        Socket socket = server.accept();
        accept(socket, registrants);
      }
      for (int id = 0; id < size; id++) {
        answer(id, registrants);
      }
    } catch (IOException e) {
      LOG.debug("Registration ends with {} of {} processes", registrants.size(), size, e);
    } finally {
      registrants.forEach(it -> closeQuietly(it.socket()));
    }
  }

  private static void accept(Socket socket, List<Registrant> registrants) {
    try {
      socket.setSoTimeout(HELLO_MILLIS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int magic = in.readInt();
      if (magic != MAGIC) {
        throw new IOException("no process of a group: it begins with %s".formatted(magic));
      }
      registrants.add(new Registrant(socket, in.readUTF(), in.readInt()));
    } catch (IOException e) {
      LOG.warn("{} is not registered: {}", socket.getRemoteSocketAddress(), e.getMessage());
      closeQuietly(socket);
    }
  }

  private static void answer(int id, List<Registrant> registrants) throws IOException {
    DataOutputStream out = new DataOutputStream(registrants.get(id).socket().getOutputStream());
    out.writeInt(id);
    out.writeInt(registrants.size());
    for (Registrant registrant : registrants) {
      out.writeUTF(registrant.host());
      out.writeInt(registrant.port());
    }
    out.flush();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("A connection was not closed in order", e);
    }
  }
}

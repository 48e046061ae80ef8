package dev.flotilla.bench.harness.faults;

import dev.flotilla.bench.LinkFault;
import dev.flotilla.raft.model.NodeId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/**
 * Sets the faults of a {@link FaultyTransport} from another process of this machine: a port on the
 * loopback interface that takes lines {@code MEMBER DROP_PROBABILITY DELAY_MILLIS} and answers each
 * with {@code ok}, or {@code failed} and the reason.
 *
 * <p><b>Thread.</b> One thread of its own serves one connection after the other.
 */
final class FaultPort implements AutoCloseable {
  static final String OK = "ok";
  private static final int WORDS = 3;

  private final ServerSocket socket;
  private final BiConsumer<NodeId, LinkFault> faults;

  private FaultPort(ServerSocket socket, BiConsumer<NodeId, LinkFault> faults) {
    this.socket = socket;
    this.faults = faults;
  }

  /**
   * Opens the port.
   *
   * @param port 0 for a free one
   * @param faults takes the faults
   * @throws IOException if another program has the port
   */
  static FaultPort open(int port, BiConsumer<NodeId, LinkFault> faults) throws IOException {
    FaultPort opened =
        new FaultPort(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()), faults);
    Thread thread = new Thread(opened::serve, "fault-port");
    thread.setDaemon(true);
    thread.start();
    return opened;
  }

  int port() {
    return socket.getLocalPort();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket connection = socket.accept()) {
        serve(connection);
      } catch (IOException e) {
        // The harness is gone or the port is closed; the next one connects anew.
      }
    }
  }

  private void serve(Socket connection) throws IOException {
    connection.setTcpNoDelay(true);
    try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        PrintStream out =
            new PrintStream(connection.getOutputStream(), true, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(answer(line));
      }
    }
  }

  private String answer(String line) {
    try {
      String[] words = line.split(" ", -1);
      if (words.length != WORDS) {
        return "failed the line has %s words, not %s".formatted(words.length, WORDS);
      }
      faults.accept(
          NodeId.parse(words[0]),
          new LinkFault(Double.parseDouble(words[1]), Integer.parseInt(words[2])));
      return OK;
    } catch (IllegalArgumentException e) {
      return "failed " + e.getMessage();
    }
  }

  /** The line that sets a fault. */
  static String line(NodeId to, LinkFault fault) {
    return "%s %s %s".formatted(to, fault.dropProbability(), fault.delayMillis());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

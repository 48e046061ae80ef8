package dev.flotilla.raftdpws.faults;

import dev.flotilla.raft.model.NodeId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets {@link LinkFaults} from another process of this machine: a port on the loopback interface
 * that takes lines and answers each with {@code ok}, or {@code failed} and the reason.
 *
 * <ul>
 *   <li>{@code MEMBER DROP_PROBABILITY DELAY_MILLIS}: what this server sends to the member, or to
 *       {@code all}
 *   <li>{@code cut}: nothing more from and to any member
 *   <li>{@code heal}: no fault any more
 * </ul>
 *
 * <p><b>Thread.</b> One thread of its own serves one connection after the other, each at most
 * {@value #IDLE_MILLIS} ms after its last line.
 */
public final class FaultPort implements AutoCloseable {
  /** The answer to a line that was obeyed. */
  public static final String OK = "ok";

  /** Stands for every member. */
  public static final String ALL = "all";

  static final int IDLE_MILLIS = 60_000;
  private static final Logger LOG = LoggerFactory.getLogger(FaultPort.class);
  private static final int WORDS = 3;
  private static final int MAX_LINE_CHARS = 256;

  private final ServerSocket socket;
  private final LinkFaults faults;
  private final Consumer<Boolean> cutOff;

  private FaultPort(ServerSocket socket, LinkFaults faults, Consumer<Boolean> cutOff) {
    this.socket = socket;
    this.faults = faults;
    this.cutOff = cutOff;
  }

  /**
   * Opens the port.
   *
   * @param port 0 for a free one
   * @param faults what lines set; closed with the port
   * @param cutOff cuts the server off from the members in both directions, or ends that
   * @throws IOException if another program has the port
   */
  public static FaultPort open(int port, LinkFaults faults, Consumer<Boolean> cutOff)
      throws IOException {
    return open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), faults, cutOff);
  }

  /**
   * Likewise, at an address that other hosts may reach: whoever does can set faults. Only for
   * networks that exist for a test.
   *
   * @param where an address of this host, with port 0 for a free one
   */
  public static FaultPort open(InetSocketAddress where, LinkFaults faults, Consumer<Boolean> cutOff)
      throws IOException {
    FaultPort opened =
        new FaultPort(new ServerSocket(where.getPort(), 1, where.getAddress()), faults, cutOff);
    LOG.warn(
        "Whoever reaches {} port {} can set faults of this server",
        where.getAddress().getHostAddress(),
        opened.port());
    Thread thread = new Thread(opened::serve, "flotilla-faults");
    thread.setDaemon(true);
    thread.start();
    return opened;
  }

  /** Where it listens. */
  public int port() {
    return socket.getLocalPort();
  }

  private void serve() {
    try {
      while (!socket.isClosed()) {
        one(socket.accept());
      }
    } catch (IOException e) {
      // Not again and again: what is missing, such as file descriptors, may be missing for long.
      if (!socket.isClosed()) {
        LOG.warn("The fault port {} takes no connections any more: {}", port(), e.toString());
        close();
      }
    }
  }

  private void one(Socket accepted) {
    try (Socket connection = accepted) {
      connection.setSoTimeout(IDLE_MILLIS);
      serve(connection);
    } catch (IOException e) {
      LOG.debug("the connection to the fault port ended", e);
    }
  }

  private void serve(Socket connection) throws IOException {
    connection.setTcpNoDelay(true);
    try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        PrintStream out =
            new PrintStream(connection.getOutputStream(), true, StandardCharsets.UTF_8)) {
      StringBuilder line = new StringBuilder();
      boolean isRefused = false;
      for (int next = in.read(); next >= 0 && line.length() < MAX_LINE_CHARS; next = in.read()) {
        if (next == '\n') {
          if (!isRefused) {
            String answer = answer(line.toString());
            out.println(answer);
            isRefused = !answer.equals(OK);
          }
          line.setLength(0);
        } else {
          line.append((char) next);
        }
      }
    }
  }

  private String answer(String line) {
    try {
      obey(line.split(" ", -1));
      LOG.warn("Faults from now on: {}", line);
      return OK;
    } catch (IllegalArgumentException e) {
      return "failed " + e.getMessage();
    }
  }

  private void obey(String[] words) {
    if (words.length == 1 && words[0].equals("cut")) {
      cutOff.accept(true);
      return;
    }
    if (words.length == 1 && words[0].equals("heal")) {
      faults.setAll(LinkFault.NONE);
      cutOff.accept(false);
      return;
    }
    if (words.length != WORDS) {
      throw new IllegalArgumentException(
          "a line is cut, heal, or MEMBER DROP_PROBABILITY DELAY_MILLIS; it has %s words"
              .formatted(words.length));
    }
    LinkFault fault = new LinkFault(Double.parseDouble(words[1]), Integer.parseInt(words[2]));
    if (words[0].equals(ALL)) {
      faults.setAll(fault);
    } else {
      faults.set(NodeId.parse(words[0]), fault);
    }
  }

  /** The line that sets a fault; the member is an id, or {@link #ALL}. */
  public static String line(String member, double dropProbability, int delayMillis) {
    return "%s %s %s".formatted(member, dropProbability, delayMillis);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("closing the port of faults", e);
    }
    faults.close();
  }
}

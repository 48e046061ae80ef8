package dev.flotilla.bench.harness.faults;

import dev.flotilla.bench.LinkControl;
import dev.flotilla.bench.LinkFault;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.faults.FaultPort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes the links of a cluster by the {@linkplain FaultPort fault ports} of its servers.
 *
 * <p><b>Thread.</b> One thread at a time; every call waits at most {@value #LIMIT_MILLIS} ms for a
 * server.
 */
public final class FaultPorts implements LinkControl {
  static final int LIMIT_MILLIS = 5_000;

  private final List<NodeId> members;
  private final List<InetSocketAddress> ports;
  private final Map<Integer, Connection> connections = new TreeMap<>();

  /**
   * A control without connections yet.
   *
   * @param members who the servers are, in the order of their numbers
   * @param ports where their fault ports listen, in the same order
   */
  public FaultPorts(List<NodeId> members, List<InetSocketAddress> ports) {
    if (members.size() != ports.size()) {
      throw new IllegalArgumentException(
          "%s members have %s fault ports; give each one its own"
              .formatted(members.size(), ports.size()));
    }
    this.members = List.copyOf(members);
    this.ports = List.copyOf(ports);
  }

  @Override
  public void set(int from, int to, LinkFault fault) throws IOException {
    String answer;
    try {
      answer =
          connection(from)
              .ask(
                  FaultPort.line(
                      members.get(to - 1).toString(),
                      fault.dropProbability(),
                      fault.delayMillis()));
    } catch (IOException e) {
      forget(from);
      throw new IOException(
          "server %s does not change its link to server %s: %s; see its log"
              .formatted(from, to, e.getMessage()),
          e);
    }
    if (!FaultPort.OK.equals(answer)) {
      throw new IOException(
          "server %s does not change its link to server %s: it answers %s"
              .formatted(from, to, answer));
    }
  }

  private Connection connection(int server) throws IOException {
    Connection known = connections.get(server);
    if (known == null) {
      known = Connection.open(ports.get(server - 1));
      connections.put(server, known);
    }
    return known;
  }

  private void forget(int server) {
    Connection broken = connections.remove(server);
    if (broken != null) {
      broken.close();
    }
  }

  @Override
  public void close() {
    connections.values().forEach(Connection::close);
    connections.clear();
  }

  private record Connection(Socket socket, BufferedReader in, OutputStream out) {
    static Connection open(InetSocketAddress port) throws IOException {
      Socket socket = new Socket();
      try {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.connect(port, LIMIT_MILLIS);
        return new Connection(
            socket,
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)),
            socket.getOutputStream());
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    }

    @Nullable String ask(String line) throws IOException {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      return in.readLine();
    }

    void close() {
      try {
        socket.close();
      } catch (IOException e) {
        // Nothing of it is needed any more.
      }
    }
  }
}

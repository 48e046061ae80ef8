package dev.flotilla.bench.harness.faults;

import dev.flotilla.bench.LinkControl;
import dev.flotilla.bench.LinkFault;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.faults.FaultPort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
  static final int LIMIT_MILLIS = 30_000;

  private final List<NodeId> members;
  private final List<InetSocketAddress> ports;
  private final Map<Integer, Socket> connections = new TreeMap<>();

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
    String line =
        FaultPort.line(
            members.get(to - 1).toString(), fault.dropProbability(), fault.delayMillis());
    @Nullable String answer;
    try {
      answer = ask(from, line);
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

  private @Nullable String ask(int server, String line) throws IOException {
    Socket socket = connections.get(server);
    if (socket == null) {
      socket = new Socket();
      connections.put(server, socket);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.connect(ports.get(server - 1), LIMIT_MILLIS);
    }
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    return new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
        .readLine(); // the whole answer: there is one line for each that was asked
  }

  private void forget(int server) {
    Socket broken = connections.remove(server);
    try {
      if (broken != null) {
        broken.close();
      }
    } catch (IOException e) {
      // Nothing of it is needed any more.
    }
  }

  @Override
  public void close() {
    List.copyOf(connections.keySet()).forEach(this::forget);
  }
}

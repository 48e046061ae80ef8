package dev.flotilla.bench.harness.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.LinkFault;
import dev.flotilla.node.MessageSender;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.faults.FaultPort;
import dev.flotilla.raftdpws.faults.LinkFaults;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Two fault ports, and the harness's side of them. */
class FaultPortTest {
  private static final NodeId FIRST = new NodeId(new UUID(0, 1));
  private static final NodeId SECOND = new NodeId(new UUID(0, 2));

  private final Map<String, MessageSender> sending = new HashMap<>();
  private final List<String> arrived = new ArrayList<>();

  @Test
  void aFaultIsSetAtTheSenderOfTheLink() throws Exception {
    try (FaultPort first = port("1");
        FaultPort second = port("2");
        FaultPorts links = links(first.port(), second.port())) {
      links.set(1, 2, LinkFault.CUT);
      send("1", SECOND);
      send("2", FIRST);
      links.set(1, 2, LinkFault.NONE);
      links.set(2, 1, LinkFault.CUT);
      send("1", SECOND);
      send("2", FIRST);
    }

    assertThat(arrived).containsExactly("2 to " + FIRST, "1 to " + SECOND);
  }

  @Test
  void aLineThatMeansNothingIsRefusedWithTheReason() throws Exception {
    try (FaultPort port = port("1")) {
      assertThat(answers(port, "all 2 0\n")).startsWith("failed a link loses a share from 0 to 1");
      assertThat(answers(port, "what\n")).startsWith("failed a line is cut, heal, or MEMBER");
      assertThat(answers(port, "all 1 0\n")).isEqualTo("ok\n");
      send("1", SECOND);
      assertThat(arrived).isEmpty();
    }
  }

  @Test
  void nothingIsObeyedAfterALineOfAnotherProtocol() throws Exception {
    try (FaultPort port = port("1")) {
      assertThat(answers(port, "POST / HTTP/1.1\nHost: a\n\nall 1 0\n").lines()).hasSize(1);
      send("1", SECOND);
      assertThat(arrived).hasSize(1);
    }
  }

  private static String answers(FaultPort port, String lines) throws IOException {
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
      peer.getOutputStream().write(lines.getBytes(UTF_8));
      peer.shutdownOutput();
      return new String(peer.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private void send(String server, NodeId to) {
    sending.get(server).send(new Member(to, new Incarnation(0, 1)), new TimeoutNow(1, 1));
  }

  @Test
  void aServerThatIsGoneIsNamed() throws Exception {
    // A bound socket that does not listen keeps the port from every other process.
    try (Socket gone = new Socket()) {
      gone.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (FaultPorts links = links(gone.getLocalPort(), gone.getLocalPort())) {
        assertThatThrownBy(() -> links.set(1, 2, LinkFault.CUT))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("server 1 does not change its link to server 2");
      }
    }
  }

  @Test
  void aPortServesTheNextHarnessAfterTheFirst() throws Exception {
    try (FaultPort first = port("1")) {
      for (LinkFault fault : List.of(LinkFault.CUT, LinkFault.NONE)) {
        try (FaultPorts links = links(first.port(), first.port())) {
          links.set(1, 2, fault);
        }
        send("1", SECOND);
      }
    }

    assertThat(arrived).hasSize(1);
  }

  private FaultPort port(String server) throws IOException {
    LinkFaults faults = new LinkFaults(1);
    sending.put(server, faults.wrap((to, message) -> arrived.add(server + " to " + to.id())));
    return FaultPort.open(0, faults, isCutOff -> {});
  }

  private static FaultPorts links(int first, int second) {
    return new FaultPorts(List.of(FIRST, SECOND), List.of(loopback(first), loopback(second)));
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }
}

package dev.flotilla.bench.harness.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.LinkFault;
import dev.flotilla.raft.model.NodeId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Two fault ports, and the harness's side of them. */
class FaultPortTest {
  private static final NodeId FIRST = new NodeId(new UUID(0, 1));
  private static final NodeId SECOND = new NodeId(new UUID(0, 2));

  private final List<String> set = new ArrayList<>();

  @Test
  void aFaultIsSetAtTheSenderOfTheLink() throws Exception {
    try (FaultPort first = port("1");
        FaultPort second = port("2");
        FaultPorts links = links(first.port(), second.port())) {
      links.set(1, 2, new LinkFault(0.25, 40));
      links.set(2, 1, LinkFault.CUT);
      links.set(1, 2, LinkFault.NONE);
    }

    assertThat(set)
        .containsExactly(
            "1 to %s 0.25 40".formatted(SECOND),
            "2 to %s 1.0 0".formatted(FIRST),
            "1 to %s 0.0 0".formatted(SECOND));
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
      for (int i = 0; i < 2; i++) {
        try (FaultPorts links = links(first.port(), first.port())) {
          links.set(1, 2, LinkFault.CUT);
        }
      }
    }

    assertThat(set).hasSize(2);
  }

  private FaultPort port(String server) throws IOException {
    return FaultPort.open(
        0,
        (to, fault) ->
            set.add(
                "%s to %s %s %s"
                    .formatted(server, to, fault.dropProbability(), fault.delayMillis())));
  }

  private static FaultPorts links(int first, int second) {
    return new FaultPorts(List.of(FIRST, SECOND), List.of(first, second));
  }
}

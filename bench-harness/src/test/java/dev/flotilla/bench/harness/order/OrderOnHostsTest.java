package dev.flotilla.bench.harness.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.harness.hosts.EmulatedHosts;
import dev.flotilla.bench.harness.hosts.HostLinks;
import dev.flotilla.bench.harness.hosts.TestHosts;
import dev.flotilla.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Groups whose processes each have a network namespace; needs root. */
@Tag("slow")
class OrderOnHostsTest {
  private static final OrderSettings SHORT =
      new OrderSettings(List.of(100), List.of(), List.of(), List.of(), List.of(), 20, 40);

  private static final HostLinks SLOW = new HostLinks(Duration.ofMillis(1), 0, 0);

  @TempDir private Path directory;

  static List<String> middlewares() {
    return OrderPrograms.middlewares();
  }

  @ParameterizedTest
  @MethodSource("middlewares")
  void twoProcessesBroadcastFromHostToHost(String middleware) throws Exception {
    OrderCell cell = new OrderCell(OrderProtocol.RAFT_FORCED, middleware, 2);

    assertThat(OrderFigures.of(run(cell, HostLinks.PLAIN)).isComplete(SHORT.sizes())).isTrue();
  }

  @Test
  void processesFindEachOtherByMulticastDespiteADelay() throws Exception {
    OrderCell cell = new OrderCell(OrderProtocol.SEQUENCER, OrderCell.SOAP, 2);

    assertThat(OrderFigures.of(run(cell, SLOW)).isComplete(SHORT.sizes())).isTrue();
  }

  @ParameterizedTest
  @MethodSource("middlewares")
  void aClientOnAHostOfItsOwnHasItsRequestsAnswered(String middleware) throws Exception {
    OrderCell cell = new OrderCell(OrderProtocol.SEQUENCER, middleware, 1, 1);

    assertThat(new RequestFigures(OrderFigures.of(run(cell, HostLinks.PLAIN))).perSec())
        .isPositive();
  }

  private List<Path> run(OrderCell cell, HostLinks links) throws Exception {
    Path logs = Files.createDirectory(directory.resolve("logs"));
    try (EmulatedHosts hosts = TestHosts.open(2, links)) {
      return new OrderRun(cell, SHORT, hosts, directory, logs, Await.limit().multipliedBy(2))
          .outputs();
    }
  }
}

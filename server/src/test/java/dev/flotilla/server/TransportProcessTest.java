package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Server processes that send to each other by TCP. */
class TransportProcessTest {
  private static final int SOME = 200;

  @TempDir private Path directory;

  @Test
  @Tag("full")
  void aGroupByTcpGoesOnWhenItsLeaderIsKilled() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 3, "--transport", "tcp");
        CommandLoad load =
            new CommandLoad(ClientSettings.of(cluster.group()), cluster.runtime(), 2)) {
      for (ServerProcess server : cluster.servers()) {
        Await.until(() -> "log of " + server.directory(), () -> opened(server) >= 2);
      }
      cluster.await("commands", () -> load.acknowledgedCount() >= SOME);
      cluster.leader().kill();
      long before = load.acknowledgedCount();
      Await.until(
          () -> load.acknowledgedCount() + " after " + before,
          () -> load.acknowledgedCount() >= before + SOME);
    }
  }

  /** To how many servers messages go by TCP, by the log. */
  private static long opened(ServerProcess server) throws IOException {
    return Files.readString(ServerProcess.logOf(server.directory()))
        .lines()
        .filter(line -> line.contains("go by transport 'tcp'"))
        .count();
  }

  @Test
  void theOptionNamesATransport() {
    assertThat(TransportOption.parse("soap")).isEmpty();
    assertThat(TransportOption.parse("tcp").orElseThrow().name()).isEqualTo("tcp");
    assertThat(TransportOption.parse("tcp:7000")).isPresent();
    for (String text : new String[] {"", "udp", "tcp:", "tcp:x", "tcp:70000", "TCP"}) {
      assertThatThrownBy(() -> TransportOption.parse(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}

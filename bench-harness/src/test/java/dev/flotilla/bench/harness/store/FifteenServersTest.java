package dev.flotilla.bench.harness.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaServer;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product's own servers, as many as may found a group, in one process. */
@Tag("full")
class FifteenServersTest {
  private static final int SERVERS = 15;

  private final List<FlotillaServer> servers = new ArrayList<>();
  @TempDir private Path directory;

  @AfterEach
  void closeServers() {
    servers.forEach(FlotillaServer::close);
  }

  @Test
  void fifteenFoundersReplicateValuesOf100000Bytes() throws Exception {
    String group = "fifteen-" + UUID.randomUUID();
    for (int i = 0; i < SERVERS; i++) {
      servers.add(
          FlotillaServer.builder(new KeyValueStore())
              .group(group)
              .expect(SERVERS)
              .electionTimeout(Duration.ofSeconds(3), Duration.ofSeconds(5))
              .heartbeat(Duration.ofMillis(200))
              .directory(directory.resolve("server-" + i))
              .start());
    }
    for (FlotillaServer server : servers) {
      String unused = server.founded().toCompletableFuture().join();
    }
    Bytes key = Bytes.utf8("key");
    Bytes value = Bytes.utf8("v".repeat(100_000));

    try (GroupClient client = DpwsGroupClient.connect(patient(group))) {
      KeyValueText.Operation put = KeyValueText.put(key, value);
      CommandOutcome outcome =
          client
              .insert(new Command("urn:uuid:" + UUID.randomUUID(), put.command(), put.parameters()))
              .toCompletableFuture()
              .join();
      ReadOutcome<Answer> read = client.query(KeyValueText.get(key)).toCompletableFuture().join();

      assertThat(outcome).isInstanceOf(CommandOutcome.Executed.class);
      assertThat(read).isInstanceOf(ReadOutcome.Found.class);
      Answer answer = ((ReadOutcome.Found<Answer>) read).value();
      assertThat(KeyValueText.held(answer.value().orElseThrow()))
          .isEqualTo(new KeyValueText.Held.Value(value));
    }
  }

  private static ClientSettings patient(String group) {
    return ClientSettings.of(group)
        .withTimeout(Duration.ofMillis(120_000))
        .withAttemptTimeout(Duration.ofMillis(10_000));
  }
}

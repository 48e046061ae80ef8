package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bdb.Journal;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.log.Inspection;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Data directories as servers of format 2 wrote them, before there was any other: every later
 * program opens them, with all that is in them.
 */
@Tag("slow")
class DataDirectoryFormatTest {
  @TempDir private Path root;

  @Test
  void aJournalIsFoundWholeAndGoesOn() throws Exception {
    Path directory = unpacked("journal");
    assertThat(entriesOf(directory)).hasSize(8);
    try (RaftDevice server = started(directory, new Journal());
        WireClient client = clientOf(server)) {
      String dump = asked(client, "last 10");
      assertThat(server.status().progress().term()).as("it leads a later term").isGreaterThan(1);
      assertThat(dump.lines()).hasSize(6);
      assertThat(dump.lines().findFirst().orElseThrow())
          .isEqualTo(
              "3\t1\turn:uuid:0872ffd4-05bb-497c-8d5b-e1238da17a5b\tset-target\t1.5\ttrue\t3");
      assertThat(asked(client, "uid kept-uid"))
          .isEqualTo("8\t1\tkept-uid\tnote\twith blank  and \u00e9\ttrue\t8\n");
      assertExecuted(client, "note", "later");
      assertThat(asked(client, "last 10").lines()).hasSize(7);
    }
  }

  @Test
  void aKeyValueStoreIsFoundWholeAndGoesOn() throws Exception {
    Path directory = unpacked("key-value");
    assertThat(entriesOf(directory)).hasSize(7);
    try (RaftDevice server = started(directory, new KeyValueStore());
        WireClient client = clientOf(server)) {
      assertThat(asked(client, "count")).isEqualTo("3");
      assertThat(asked(client, "get\thall/target")).isEqualTo("=21.5");
      assertThat(asked(client, "get\thall/mode")).isEqualTo("-");
      assertThat(asked(client, "get\tlarge")).isEqualTo("=" + "x".repeat(60_000));
      assertExecuted(client, "add", "visits\t4");
      assertThat(asked(client, "get\tvisits")).isEqualTo("=7");
    }
  }

  @Test
  void aSnapshotIsFoundAndRestoredFrom() throws Exception {
    Path directory = unpacked("snapshot");
    // What the state machine had is gone, so that the node needs its snapshot and the log.
    delete(directory.resolve("machine"));
    try (RaftDevice server = started(directory, new KeyValueStore());
        WireClient client = clientOf(server)) {
      assertThat(server.status().snapshot().orElseThrow().index()).isEqualTo(10);
      assertThat(asked(client, "count")).isEqualTo("8");
      assertThat(asked(client, "get\tkey-1")).isEqualTo("=value 1");
      assertThat(asked(client, "get\tkey-8")).isEqualTo("-");
      assertThat(asked(client, "get\tafter")).isEqualTo("=the snapshot");
    }
  }

  @Test
  void aWitnessIsFoundWithWhatItStandsFor() throws Exception {
    Path directory = unpacked("witness");
    List<Entry> entries = entriesOf(directory);
    assertThat(entries).hasSize(8);
    assertThat(entries.subList(5, 8)).allMatch(it -> it.payload() instanceof WitnessEntry);
    try (RaftDevice server = RaftDevice.start(settings(directory), new Journal())) {
      StatusResponse status = server.status();
      assertThat(status.progress().lastIndex()).isEqualTo(8);
      assertThat(status.progress().term()).isEqualTo(2);
      assertThat(status.configuration().orElseThrow().isWitness(server.member())).isTrue();
      assertThat(status.configuration().orElseThrow().voters()).hasSize(3);
    }
  }

  private Path unpacked(String name) throws IOException {
    Path target = Files.createDirectory(root.resolve(name));
    try (InputStream packed =
            Objects.requireNonNull(
                DataDirectoryFormatTest.class.getResourceAsStream(
                    "/data-directories/" + name + ".zip"));
        ZipInputStream files = new ZipInputStream(packed)) {
      for (ZipEntry file = files.getNextEntry(); file != null; file = files.getNextEntry()) {
        Path path = target.resolve(file.getName()).normalize();
        Files.createDirectories(path.getParent());
        Files.copy(files, path);
      }
    }
    return target;
  }

  private static void delete(Path directory) throws IOException {
    try (var paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static List<Entry> entriesOf(Path directory) throws IOException {
    List<Entry> entries = new ArrayList<>();
    Inspection inspection = Inspection.of(new ReadOnlyDisk(directory));
    inspection.forEach(1, Long.MAX_VALUE, entries::add);
    assertThat(inspection.finding()).isEmpty();
    return entries;
  }

  private static RaftDeviceSettings settings(Path directory) {
    return RaftDeviceSettings.builder(directory).withoutDiscovery().build();
  }

  private static RaftDevice started(Path directory, StateMachine machine) throws Exception {
    RaftDevice server = RaftDevice.start(settings(directory), machine);
    server.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
    return server;
  }

  private static WireClient clientOf(RaftDevice server) throws IOException {
    return DpwsGroupClient.wire(
        ClientSettings.of(server.status().name())
            .withTimeout(Duration.ofMillis(60_000))
            .withServers(List.of(server.address())));
  }

  private static String asked(WireClient client, String question) {
    ReadOutcome<Answer> read = client.query(Bytes.utf8(question)).toCompletableFuture().join();
    Answer answer = ((ReadOutcome.Found<Answer>) read).value();
    assertThat(answer.success()).isTrue();
    return answer.text();
  }

  private static void assertExecuted(WireClient client, String command, String parameters) {
    CommandOutcome outcome =
        client.submit(command, Bytes.utf8(parameters)).toCompletableFuture().join();
    assertThat(outcome).isInstanceOf(CommandOutcome.Executed.class);
  }
}

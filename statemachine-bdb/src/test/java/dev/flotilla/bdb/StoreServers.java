package dev.flotilla.bdb;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.Watch;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Servers of one group of key-value stores in this process; they soon compact their logs. */
final class StoreServers implements AutoCloseable {
  /** Entries after which a server takes a snapshot, and it keeps no entry that the snapshot has. */
  static final int SNAPSHOT_ENTRIES = 20;

  private static final RaftOptions OPTIONS = RaftOptions.DEFAULT.withSnapshots(64 * 1024, 0);

  private final String name = "store-" + UUID.randomUUID().toString().substring(0, 8);
  private final Path directory;
  private final int count;
  private final List<@Nullable RaftDevice> running = new ArrayList<>();

  StoreServers(Path directory, int count) throws IOException {
    this.directory = directory;
    this.count = count;
    for (int i = 0; i < count; i++) {
      running.add(open(i));
    }
    for (RaftDevice server : running) {
      Await.result(server.founded());
    }
  }

  private RaftDevice open(int server) throws IOException {
    RaftDeviceSettings settings =
        RaftDeviceSettings.builder(directory.resolve("server-" + server))
            .group(name)
            .expect(count)
            .options(OPTIONS)
            .snapshots(new SnapshotOptions(SNAPSHOT_ENTRIES, 1 << 30))
            .build();
    return RaftDevice.start(settings, new KeyValueStore());
  }

  String name() {
    return name;
  }

  /** A client whose calls may take as long as they do on a busy machine. */
  KeyValueClient<String, String> connect() throws IOException {
    TextCodec text = new TextCodec();
    ClientSettings settings = ClientSettings.of(name).withTimeout(Await.limit());
    return KeyValueClient.over(name, DpwsGroupClient.connect(settings), text, text);
  }

  /** On a busy machine a watch may be between two servers at any time. */
  static void awaitServed(Watch watch) {
    Await.until(() -> "the watch is served: " + watch.obstacle(), () -> watch.obstacle().isEmpty());
  }

  /** Ends the server that leads; returns which it was. */
  int endLeader() {
    int leader =
        Await.present(
            () -> "a leader",
            () ->
                IntStream.range(0, count)
                    .filter(it -> isLeader(running.get(it)))
                    .boxed()
                    .findFirst());
    end(leader);
    return leader;
  }

  private static boolean isLeader(@Nullable RaftDevice server) {
    return server != null && server.status().role().equals("leader");
  }

  void end(int server) {
    RaftDevice ended = running.get(server);
    running.set(server, null);
    if (ended != null) {
      ended.close();
    }
  }

  void start(int server) throws IOException {
    running.set(server, open(server));
  }

  @Override
  public void close() {
    for (int i = 0; i < count; i++) {
      end(i);
    }
  }
}

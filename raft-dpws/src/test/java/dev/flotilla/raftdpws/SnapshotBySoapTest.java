package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member whose entries are gone is brought up by a snapshot, by SOAP, on real servers. */
@Tag("slow")
class SnapshotBySoapTest {
  private static final RaftOptions OPTIONS = RaftOptions.DEFAULT.withSnapshots(16 * 1024, 0);
  private static final SnapshotOptions EVERY_100 = new SnapshotOptions(100, 1 << 30);

  /** So that the state takes some pieces, and some markup has to survive them. */
  private static final String COMMAND = "<x>&\u20ac".repeat(200);

  @TempDir private Path root;
  private TestServers servers;
  private final List<String> uids = new ArrayList<>();

  @BeforeEach
  void prepare() {
    servers = new TestServers(root);
    for (int i = 0; i < 3; i++) {
      servers.start(it -> it.group("g").expect(3).options(OPTIONS).snapshots(EVERY_100));
    }
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void aMemberThatWasAwayForTooLongIsSentASnapshotAndGoesOnFromThere() {
    insert(3);
    Server away = servers.aFollower();
    servers.stop(away);
    insert(150);
    Await.until(servers::toString, () -> servers.all.stream().allMatch(it -> hasSnapshot(it)));

    away.restart(it -> it.options(OPTIONS).snapshots(EVERY_100));
    servers.all.add(away);
    Await.until(servers::toString, () -> away.machine.uids().equals(uids));
    insert(3);

    Await.until(servers::toString, () -> away.machine.uids().equals(uids));
    // Once, or again if it stood still until the next snapshot.
    assertThat(away.machine.restorations()).isPositive();
    assertThat(hasSnapshot(away)).isTrue();
  }

  private void insert(int count) {
    for (int i = 0; i < count; i++) {
      String uid = TestServers.newUid();
      assertThat(servers.insert(uid, COMMAND).success()).isTrue();
      uids.add(uid);
    }
  }

  private static boolean hasSnapshot(Server server) {
    try (Stream<Path> files = Files.walk(server.folder)) {
      return files.anyMatch(it -> it.getFileName().toString().startsWith("snapshot-0"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

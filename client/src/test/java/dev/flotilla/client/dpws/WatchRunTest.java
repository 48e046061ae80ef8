package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.ReadFrom;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.client.WatchOptions;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.raft.model.Topics;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class WatchRunTest {
  private static final String NAME = "watch-run-test";
  private static final WatchOptions FIRST = WatchOptions.from(1).servedBy(ReadFrom.LEADER);

  private final EventLoops loops = EventLoops.start(1, NAME);
  private final Queue<WatchEvent> events = new ConcurrentLinkedQueue<>();
  private ClientRuntime runtime;
  private WatchedServer first;
  private WatchedServer second;

  @BeforeEach
  void open() throws IOException {
    int discoveryPort;
    try (ServerSocket free = new ServerSocket(0)) {
      discoveryPort = free.getLocalPort();
    }
    runtime = ClientRuntime.start(DiscoverySettings.loopback().withPort(discoveryPort));
    first = new WatchedServer(loops, NAME);
    second = new WatchedServer(loops, NAME);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
    runtime.close();
    loops.close();
  }

  @Test
  void theLeaderServesAWatchThatNamesAnotherServer() throws Exception {
    WatchedServer.led(second, first, second);
    try (WireClient client = client(first);
        Watch watch = client.watch(FIRST, events::add)) {
      Await.until(() -> "the leader is watched", () -> !second.filters().isEmpty());
      second.executes(1, "a");
      awaitIndexes(watch, 1);
    }
  }

  @Test
  void aWatchGoesToTheLeaderOnceItIsKnownWithoutAGap() throws Exception {
    WatchedServer.led(null, first, second);
    try (WireClient client = client(first);
        Watch watch = client.watch(FIRST, events::add)) {
      Await.until(() -> "the first is watched", () -> !first.filters().isEmpty());
      first.executes(1, "a");
      awaitIndexes(watch, 1);
      WatchedServer.led(second, first, second);
      Await.until(() -> "the leader is watched", () -> !second.filters().isEmpty());
      assertThat(second.filters().element()).isEqualTo("2 g1");
      second.executes(2, "b");
      awaitIndexes(watch, 1, 2);
    }
  }

  @Test
  void aWatchThatAFormerLeaderEndsFollowsTheLeader() throws Exception {
    WatchedServer.led(first, first, second);
    try (WireClient client = client(first);
        Watch watch = client.watch(FIRST, events::add)) {
      Await.until(() -> "the leader is watched", () -> !first.filters().isEmpty());
      first.executes(1, "a");
      awaitIndexes(watch, 1);
      WatchedServer.led(second, first, second);
      first.endWatch();
      Await.until(() -> "the next leader is watched", () -> !second.filters().isEmpty());
      second.executes(2, "b");
      awaitIndexes(watch, 1, 2);
    }
  }

  @Test
  void aWatchThatTheLeaderRefusesIsServedByAnother() throws Exception {
    WatchedServer.led(second, first, second);
    second.refuse();
    try (WireClient client = client(first);
        Watch watch = client.watch(FIRST, events::add)) {
      Await.until(() -> "the other is watched", () -> !first.filters().isEmpty());
      first.executes(1, "a");
      awaitIndexes(watch, 1);
    }
  }

  @Test
  void aServerThatKnowsNoTopicsIsAskedForEverything() throws Exception {
    WatchedServer.led(first, first);
    first.beOld();
    WatchOptions some = FIRST.about(Topics.of("owner/7"));
    try (WireClient client = client(first);
        Watch watch = client.watch(some, events::add)) {
      Await.until(() -> "the first is watched", () -> !first.filters().isEmpty());
      assertThat(first.filters()).noneMatch(it -> it.contains("topic"));
      first.executes(1, "a");
      awaitIndexes(watch, 1);
    }
  }

  @Test
  void theTopicsOfAWatchReachItsServer() throws Exception {
    WatchedServer.led(first, first);
    WatchOptions some = FIRST.about(new Topics(Set.of("owner/7"), Set.of("key/ab")));
    try (WireClient client = client(first);
        Watch watch = client.watch(some, events::add)) {
      Await.until(() -> "the first is watched", () -> !first.filters().isEmpty());
      assertThat(first.filters()).allMatch(it -> it.endsWith(" topic:owner/7 prefix:key/ab"));
      assertThat(watch.ended()).isNotDone();
    }
  }

  @Test
  void whoWishesForFollowersIsServedByTheServerThatItNames() throws Exception {
    WatchedServer.led(first, first, second);
    try (WireClient client = client(first);
        Watch watch =
            client.watch(WatchOptions.from(1).servedBy(ReadFrom.FOLLOWERS), events::add)) {
      Await.until(() -> "the first is watched", () -> !first.filters().isEmpty());
      WatchedServer.led(second, first, second);
      first.executes(1, "a");
      awaitIndexes(watch, 1);
      assertThat(second.filters()).isEmpty();
    }
  }

  @Test
  void aNamedServerOfAnotherGroupIsNeverWatched() throws Exception {
    try (WatchedServer other = new WatchedServer(loops, "another");
        WireClient client = client(other, first)) {
      WatchedServer.led(other, other);
      WatchedServer.led(null, first);
      try (Watch watch = client.watch(FIRST, events::add)) {
        Await.until(() -> "the first is watched", () -> !first.filters().isEmpty());
        first.executes(1, "a");
        awaitIndexes(watch, 1);
        assertThat(first.filters().element()).isEqualTo("1 g1");
        assertThat(other.filters()).isEmpty();
      }
    }
  }

  private void awaitIndexes(Watch watch, long... indexes) {
    Await.until(() -> "index " + watch.nextIndex(), () -> events.size() >= indexes.length);
    assertThat(events.stream().mapToLong(it -> ((WatchEvent.Executed) it).position().index()))
        .containsExactly(Arrays.stream(indexes).boxed().toArray(Long[]::new));
  }

  private WireClient client(WatchedServer... servers) {
    List<URI> addresses = Arrays.stream(servers).map(WatchedServer::address).toList();
    return DpwsGroupClient.wire(ClientSettings.of(NAME).withServers(addresses), runtime);
  }
}

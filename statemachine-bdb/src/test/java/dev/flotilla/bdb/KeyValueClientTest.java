package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandRefused;
import dev.flotilla.OutcomeUnknown;
import dev.flotilla.bdb.KeyValueChange.Dropped;
import dev.flotilla.bdb.KeyValueChange.Put;
import dev.flotilla.bdb.KeyValueChange.Removed;
import dev.flotilla.bdb.KeyValueClient.Entry;
import dev.flotilla.client.Watch;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The typed client with a group in this process. */
@Tag("slow")
class KeyValueClientTest {
  record Setting(double celsius, String by) {}

  /** Together more than a segment of the log, which is dropped as a whole. */
  private static final int BULK_COMMANDS = 80;

  private static final String BULK = "x".repeat(KeyValueStore.MAX_VALUE_BYTES);

  @TempDir private Path directory;

  private final BlockingQueue<KeyValueChange<String, String>> changes = new LinkedBlockingQueue<>();

  /** For a client with the usual time limit: on a busy machine the answer may come after it. */
  private static <T> T answered(Supplier<T> call) {
    return Await.present(
        () -> "an answer in time",
        () -> {
          try {
            return Optional.of(call.get());
          } catch (OutcomeUnknown | CommandRefused e) {
            return Optional.empty();
          }
        });
  }

  private KeyValueChange<String, String> next() throws InterruptedException {
    KeyValueChange<String, String> change = changes.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    assertThat(change).isNotNull();
    return change;
  }

  @Test
  void aMapDoesWhatMapsDo() throws Exception {
    try (StoreServers servers = new StoreServers(directory, 1);
        KeyValueClient<String, String> map = servers.connect();
        KeyValueClient<String, String> usual = KeyValueClient.connect(servers.name());
        KeyValueClient<String, Setting> typed =
            KeyValueClient.connect(servers.name(), Setting.class)) {
      assertThat(map.get("a")).isEmpty();
      assertThat(map.put("a", "1\t\n\\")).isFalse();
      assertThat(map.put("a", "2")).isTrue();
      assertThat(map.get("a")).contains("2");
      assertThat(map.compareAndSet("a", Optional.of("1"), Optional.of("3"))).isFalse();
      assertThat(map.compareAndSet("a", Optional.of("2"), Optional.of("3"))).isTrue();
      assertThat(map.putIfAbsent("a", "4")).isFalse();
      assertThat(answered(() -> usual.get("a"))).contains("3");
      assertThat(map.add("n", 7)).isEqualTo(7);
      assertThat(map.add("n", -2)).isEqualTo(5);
      assertThatThrownBy(() -> map.put("", "x"))
          .isInstanceOf(KeyValueRejected.class)
          .hasMessage("wrong-arguments: a key has at least one byte");
      assertThat(map.count()).isEqualTo(2);
      assertThat(map.delete("n")).isTrue();
      assertThat(map.delete("n")).isFalse();
      Setting setting = new Setting(21.5, "ada");
      assertThat(answered(() -> typed.put("hall/target", setting))).isNotNull();
      assertThat(answered(() -> typed.put("hall0", setting))).isNotNull();
      assertThat(answered(() -> typed.list("hall/")))
          .containsExactly(new Entry<>("hall/target", setting));
      assertThat(map.list(Optional.of("b"), Optional.of("hall0"), 9)).hasSize(1);
      assertThat(map.list(Optional.empty(), Optional.empty(), 2)).hasSize(2);
      assertThatThrownBy(() -> answered(() -> typed.get("a")))
          .hasMessageContaining("this codec cannot read");
    }
  }

  @Test
  void aListGoesOnAfterAPage() throws Exception {
    try (StoreServers servers = new StoreServers(directory, 1);
        KeyValueClient<String, String> map = servers.connect()) {
      String large = "x".repeat(100_000);
      for (int i = 0; i < 7; i++) {
        map.put("k" + i, large + i);
      }
      assertThat(map.list("k")).hasSize(7).last().isEqualTo(new Entry<>("k6", large + 6));
    }
  }

  /** While another writes: a list of several pages, and a watch from it on, are the whole map. */
  @Test
  void aWatchJoinsAListWithoutAGap() throws Exception {
    try (StoreServers servers = new StoreServers(directory, 1);
        KeyValueClient<String, String> map = servers.connect();
        KeyValueClient<String, String> other = servers.connect()) {
      for (int i = 0; i < 10; i++) {
        map.put("k/" + i, BULK);
      }
      AtomicInteger rounds = new AtomicInteger();
      AtomicBoolean isOver = new AtomicBoolean();
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                while (!isOver.get()) {
                  int round = rounds.incrementAndGet();
                  other.put("k/" + round % 7, "at " + round);
                  other.delete("k/" + round % 5);
                }
              });
      Await.until(() -> "it writes", () -> rounds.get() > 10);
      KeyValuePairs<String, String> pairs = map.list("k/");
      int listed = rounds.get();
      Await.until(() -> "it writes on", () -> rounds.get() > listed + 10);
      isOver.set(true);
      Await.result(writer);
      Map<String, String> copy = new TreeMap<>();
      pairs.forEach(entry -> copy.put(entry.key(), entry.value()));
      long[] last = {0};
      try (Watch watch =
          map.watch(
              "k/", OptionalLong.of(pairs.nextIndex()), change -> applyTo(copy, last, change))) {
        Await.until(() -> "the copy is the map", () -> equals(copy, map));
        StoreServers.awaitServed(watch);
      }
    }
  }

  @Test
  void aWatchTellsTheChangesOfItsKeys() throws Exception {
    try (StoreServers servers = new StoreServers(directory, 1);
        KeyValueClient<String, String> map = servers.connect()) {
      map.put("old", "0");
      try (Watch watch = map.watch("a/", OptionalLong.empty(), changes::add)) {
        Await.until(() -> "the watch begins", () -> watch.nextIndex() > 0);
        map.put("b", "0");
        map.put("a/1", "1");
        map.add("a/n", 5);
        map.compareAndSet("a/1", Optional.of("x"), Optional.of("y"));
        map.compareAndSet("a/1", Optional.of("1"), Optional.of("2"));
        map.delete("a/1");
        // The client's own end of leases is between them, somewhere.
        assertThat(next()).extracting("key", "value").containsExactly("a/1", "1");
        assertThat(next()).extracting("key", "value").containsExactly("a/n", "5");
        assertThat(next()).extracting("key", "value").containsExactly("a/1", "2");
        assertThat(next()).isInstanceOf(Removed.class).extracting("key").isEqualTo("a/1");
      }
      try (Watch watch = map.watchKey("old", OptionalLong.of(1), changes::add)) {
        assertThat(next()).extracting("key", "value").containsExactly("old", "0");
        StoreServers.awaitServed(watch);
      }
    }
  }

  /** The copy that a watch keeps is the map, whatever happens to the servers. */
  @Test
  void aWatchGoesOnAcrossLeaderDeathRestartAndCompaction() throws Exception {
    try (StoreServers servers = new StoreServers(directory, 3);
        KeyValueClient<String, String> map = servers.connect()) {
      Map<String, String> copy = new TreeMap<>();
      long[] last = {0};
      map.put("k/0", "first");
      try (Watch watch =
          map.watch("k/", OptionalLong.of(1), change -> applyTo(copy, last, change))) {
        putMany(map, 0);
        int dead = servers.endLeader();
        putMany(map, 1);
        servers.start(dead);
        servers.endLeader();
        putMany(map, 2);
        Await.until(() -> "the copy is the map", () -> equals(copy, map));
        StoreServers.awaitServed(watch);
      }
      // While nobody watches, the servers compact what comes.
      long resumed = last[0];
      Await.until(() -> "what the watch wants is compacted", () -> isDropped(map, resumed));
    }
  }

  private boolean isDropped(KeyValueClient<String, String> map, long resumed) throws Exception {
    for (int i = 0; i < BULK_COMMANDS; i++) {
      map.put("bulk", BULK);
    }
    changes.clear();
    try (Watch watch = map.watch("k/", OptionalLong.of(resumed), changes::add)) {
      map.put("k/last", "last"); // If nothing is dropped yet, this comes next.
      if (!(next() instanceof Dropped<String, String> dropped)) {
        return false;
      }
      assertThat(dropped.fromIndex()).isEqualTo(resumed);
      assertThat(dropped.nextIndex()).isGreaterThan(resumed);
      map.put("k/last", "last");
      Await.until(
          () -> "the watch goes on",
          () -> next() instanceof Put<String, String> put && put.key().equals("k/last"));
      Await.until(() -> "it counts on", () -> watch.nextIndex() > dropped.nextIndex());
      return true;
    }
  }

  private static void putMany(KeyValueClient<String, String> map, int round) {
    for (int i = 0; i < 2 * StoreServers.SNAPSHOT_ENTRIES; i++) {
      map.put("k/" + i % 10, round + " " + i);
    }
    map.delete("k/" + round);
  }

  private static void applyTo(
      Map<String, String> copy, long[] last, KeyValueChange<String, String> change) {
    assertThat(change.nextIndex()).isGreaterThan(last[0]);
    assertThat(change).isNotInstanceOf(Dropped.class);
    synchronized (copy) {
      if (change instanceof Put<String, String> put) {
        copy.put(put.key(), put.value());
      } else if (change instanceof Removed<String, String> removed) {
        copy.remove(removed.key());
      }
    }
    last[0] = change.nextIndex();
  }

  private static boolean equals(Map<String, String> copy, KeyValueClient<String, String> map) {
    Map<String, String> now = new TreeMap<>();
    map.list("k/").forEach(entry -> now.put(entry.key(), entry.value()));
    synchronized (copy) {
      return now.equals(copy);
    }
  }
}

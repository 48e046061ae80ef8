package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bdb.KeyValueChange.Put;
import dev.flotilla.bdb.KeyValueChange.Removed;
import dev.flotilla.client.Watch;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leases and transactions by the typed client. Nothing but the client sends commands. */
@Tag("slow")
class KeyValueLeaseClientTest {
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofHours(1);

  @TempDir private Path directory;

  @Test
  void aKeyGoesWhenItsTimeIsOver() throws Exception {
    try (StoreServers servers = new StoreServers(directory, 1);
        KeyValueClient<String, String> map = servers.connect()) {
      map.put("stays", "1", LONG);
      map.put("goes", "2", SHORT);
      Await.until(() -> "the key goes", () -> map.get("goes").isEmpty());
      map.put("also goes", "3", SHORT);
      Await.until(() -> "one is left", () -> map.list("").size() == 1);
      assertThat(map.get("stays")).contains("1");
      assertThat(map.put("stays", "4")).isTrue();
      assertThat(map.count()).isEqualTo(1);
    }
  }

  @Test
  void aWatchTellsThatAKeyIsGoneThoughNobodyAsks() throws Exception {
    List<KeyValueChange<String, String>> changes = new CopyOnWriteArrayList<>();
    try (StoreServers servers = new StoreServers(directory, 1);
        KeyValueClient<String, String> other = servers.connect();
        KeyValueClient<String, String> map = servers.connect();
        Watch watch = map.watch("k", OptionalLong.of(1), changes::add)) {
      other.put("k", "v", SHORT);
      Await.until(() -> "it is put and removed", () -> changes.size() == 2);
      assertThat(changes.get(0)).isInstanceOf(Put.class);
      assertThat(changes.get(1)).isInstanceOf(Removed.class);
      StoreServers.awaitServed(watch);
    }
  }

  @Test
  void aLeaseHoldsSeveralKeys() throws Exception {
    try (StoreServers servers = new StoreServers(directory, 1);
        KeyValueClient<String, String> map = servers.connect()) {
      KeyValueLease lease = map.lease(LONG);
      map.put("a", "1", lease);
      map.put("b", "2", lease);
      assertThat(map.lease(lease.id()).keep()).isTrue();
      assertThat(map.list("")).hasSize(2);
      lease.end();
      assertThat(lease.keep()).isFalse();
      assertThat(map.list("")).isEmpty();
    }
  }

  @Test
  void aTransactionChangesSeveralKeysOrTellsWhyNot() throws Exception {
    List<KeyValueChange<String, String>> changes = new CopyOnWriteArrayList<>();
    try (StoreServers servers = new StoreServers(directory, 1);
        KeyValueClient<String, String> map = servers.connect()) {
      map.put("ada", "10");
      var paid = pay(map);
      assertThat(paid.held()).isTrue();
      assertThat(paid.before(0)).contains("10");
      assertThat(paid.before(1)).isEmpty();
      var again = pay(map);
      assertThat(again.held()).isFalse();
      assertThat(again.before(0)).contains("0");
      try (Watch watch = map.watch("", OptionalLong.of(1), changes::add)) {
        Await.until(() -> "three changes", () -> changes.size() == 3);
        assertThat(changes)
            .extracting(it -> ((Put<String, String>) it).key())
            .containsExactly("ada", "ada", "bob");
        StoreServers.awaitServed(watch);
      }
    }
  }

  private static KeyValueTransaction.Result<String> pay(KeyValueClient<String, String> map) {
    return map.transaction()
        .ifValue("ada", "10")
        .ifAbsent("bob")
        .thenPut("ada", "0")
        .thenPut("bob", "10")
        .elseGet("ada")
        .execute();
  }
}

package dev.flotilla.interop;

import dev.flotilla.bdb.KeyValueChange;
import dev.flotilla.bdb.KeyValueClient;
import dev.flotilla.recipes.FencedLock;
import dev.flotilla.recipes.Hold;
import dev.flotilla.recipes.Recipes;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A client of a group of recipes, or of key-value stores. */
final class FlotillaRival implements Rival {
  private final AutoCloseable client;
  private final FencedLock lock;
  private final KeyValueClient<String, String> map;

  private FlotillaRival(AutoCloseable client, FencedLock lock, KeyValueClient<String, String> map) {
    this.client = client;
    this.lock = lock;
    this.map = map;
  }

  static Rival ofLocks(String group) throws Exception {
    Recipes recipes = Recipes.connect(group);
    return new FlotillaRival(recipes, recipes.lock("lock"), null);
  }

  static Rival ofMap(String group) throws Exception {
    KeyValueClient<String, String> map = KeyValueClient.connect(group);
    return new FlotillaRival(map, null, map);
  }

  @Override
  public void lockAndUnlock() throws Exception {
    try (Hold hold = lock.acquire()) {
      hold.token();
    }
  }

  @Override
  public void put(String key, String value) {
    map.put(key, value);
  }

  @Override
  public String get(String key) {
    return map.get(key).orElseThrow();
  }

  @Override
  public void watch(String key, Consumer<String> told) throws Exception {
    map.watchKey(
        key,
        OptionalLong.empty(),
        change -> {
          if (change instanceof KeyValueChange.Put<String, String> put) {
            told.accept(put.value());
          }
        });
  }

  @Override
  public void close() throws Exception {
    client.close();
  }
}

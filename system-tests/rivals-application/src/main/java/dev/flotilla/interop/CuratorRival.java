package dev.flotilla.interop;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.KeeperException;

/** Curator on ZooKeeper. */
final class CuratorRival implements Rival {
  private final CuratorFramework client;
  private final InterProcessMutex lock;

  CuratorRival(String servers) throws Exception {
    client = CuratorFrameworkFactory.newClient(servers, new ExponentialBackoffRetry(100, 10));
    client.start();
    client.blockUntilConnected();
    lock = new InterProcessMutex(client, "/lock");
  }

  @Override
  public void lockAndUnlock() throws Exception {
    lock.acquire();
    lock.release();
  }

  @Override
  public void put(String key, String value) throws Exception {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    try {
      client.setData().forPath("/" + key, bytes);
    } catch (KeeperException.NoNodeException e) {
      client.create().forPath("/" + key, bytes);
    }
  }

  @Override
  public String get(String key) throws Exception {
    return new String(client.getData().forPath("/" + key), StandardCharsets.UTF_8);
  }

  @Override
  public void watch(String key, Consumer<String> told) {
    CuratorCache cache =
        CuratorCache.build(client, "/" + key, CuratorCache.Options.SINGLE_NODE_CACHE);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreatesAndChanges(
                    (old, now) -> told.accept(new String(now.getData(), StandardCharsets.UTF_8)))
                .build());
    cache.start();
  }

  @Override
  public void close() {
    client.close();
  }
}

package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * One ZooKeeper client: a command becomes a persistent znode named by its uid, whose data are
 * command and parameters; a uid that comes again overwrites them.
 *
 * <p>It gives ZooKeeper the whole list of servers, from which ZooKeeper picks one at random.
 */
final class ZooKeeperClient implements BenchClient {
  private static final String PARENT = "/commands";
  private static final int ANY_VERSION = -1;
  private static final int SESSION_TIMEOUT_MILLIS = 30_000;
  private static final int CONNECT_TIMEOUT_SECONDS = 30;

  private final ZooKeeper zooKeeper;

  private ZooKeeperClient(ZooKeeper zooKeeper) {
    this.zooKeeper = zooKeeper;
  }

  static BenchClient connect(String connectString) throws IOException, InterruptedException {
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper zooKeeper =
        new ZooKeeper(
            connectString,
            SESSION_TIMEOUT_MILLIS,
            event -> {
              if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
              }
            });
    ZooKeeperClient client = new ZooKeeperClient(zooKeeper);
    if (!connected.await(CONNECT_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      client.close();
      throw new IOException(
          "no ZooKeeper server of %s accepts a session within %s s"
              .formatted(connectString, CONNECT_TIMEOUT_SECONDS));
    }
    client.makeParent();
    return client;
  }

  private void makeParent() throws IOException, InterruptedException {
    try {
      zooKeeper.create(PARENT, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    } catch (KeeperException.NodeExistsException e) {
      // Another client was first.
    } catch (KeeperException e) {
      close();
      throw new IOException("ZooKeeper refuses to create " + PARENT + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void insert(WorkloadCommand command, InsertListener listener) {
    byte[] data = (command.command() + command.parameters()).getBytes(StandardCharsets.UTF_8);
    zooKeeper.create(
        PARENT + "/" + command.uid(),
        data,
        ZooDefs.Ids.OPEN_ACL_UNSAFE,
        CreateMode.PERSISTENT,
        (code, path, context, name) -> {
          if (Code.get(code) == Code.NODEEXISTS) {
            overwrite(path, data, listener);
          } else {
            answer(Code.get(code), listener);
          }
        },
        null);
  }

  private void overwrite(String path, byte[] data, InsertListener listener) {
    zooKeeper.setData(
        path,
        data,
        ANY_VERSION,
        (code, any, context, stat) -> answer(Code.get(code), listener),
        null);
  }

  /** Linearizable in all but rare cases: {@code sync} first, then {@code getData}. */
  @Override
  public void read(String key, InsertListener listener) {
    String path = PARENT + "/" + key;
    zooKeeper.sync(
        path,
        (code, any, context) -> {
          if (Code.get(code) == Code.OK) {
            get(path, listener);
          } else {
            answer(Code.get(code), listener);
          }
        },
        null);
  }

  private void get(String path, InsertListener listener) {
    zooKeeper.getData(
        path,
        false,
        (code, any, context, data, stat) -> {
          if (Code.get(code) == Code.NONODE) {
            listener.failed(ABSENT);
          } else {
            answer(Code.get(code), listener);
          }
        },
        null);
  }

  private static void answer(Code code, InsertListener listener) {
    switch (code) {
      case OK -> listener.done();
      case CONNECTIONLOSS, OPERATIONTIMEOUT, REQUESTTIMEOUT -> listener.failed("unknown-" + code);
      default -> listener.failed("refused-" + code);
    }
  }

  @Override
  public void close() {
    try {
      zooKeeper.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

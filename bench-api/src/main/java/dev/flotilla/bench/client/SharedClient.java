package dev.flotilla.bench.client;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.BenchClients;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One client of a system under test as all clients of a process: the first that connects connects
 * it, and the last that closes closes it. It has as many commands in flight as it has users.
 *
 * <p><b>Thread.</b> One thread connects and closes; commands may come from any thread.
 */
final class SharedClient implements BenchClients {
  /** The system property that makes a client process share its client. */
  static final String PROPERTY = "flotilla.bench.sharedClient";

  private final BenchClients factory;
  private @Nullable BenchClient shared;
  private int users;

  private SharedClient(BenchClients factory) {
    this.factory = factory;
  }

  /** The factory itself, or one client of it for all if this process was told so. */
  static BenchClients orOwn(BenchClients factory) {
    return Boolean.getBoolean(PROPERTY) ? new SharedClient(factory) : factory;
  }

  @Override
  public BenchClient connect(String connection) throws IOException, InterruptedException {
    BenchClient client = shared;
    if (client == null) {
      client = factory.connect(connection);
      shared = client;
    }
    users++;
    return new User(client, this::release);
  }

  private void release() {
    users--;
    if (users == 0 && shared != null) {
      shared.close();
      shared = null;
    }
  }

  private record User(BenchClient client, Runnable release) implements BenchClient {
    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      client.insert(command, listener);
    }

    @Override
    public void read(String key, InsertListener listener) {
      client.read(key, listener);
    }

    @Override
    public void close() {
      release.run();
    }
  }
}

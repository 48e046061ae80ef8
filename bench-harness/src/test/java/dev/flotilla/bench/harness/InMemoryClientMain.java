package dev.flotilla.bench.harness;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.bench.client.ClientProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The client process of {@link InMemorySystem}; the connection is the system's name. */
final class InMemoryClientMain {
  static final int SLOW_MILLIS = 40;
  private static final int QUICK_ONE = 11;

  private InMemoryClientMain() {}

  public static void main(String[] arguments) throws IOException {
    ClientProcess.serve(
        InMemoryClientMain::connect, arguments[0], System.in, System.out, failure -> {});
  }

  private static BenchClient connect(String system) {
    if (system.equals("client-dies")) {
      System.exit(9);
    }
    if (system.startsWith("elects:")) {
      List<String> ids = List.of(system.substring("elects:".length()).split(",", -1));
      return new FollowingClient(ids.stream().map(Long::valueOf).toList());
    }
    return new Client(system);
  }

  private static final class Client implements BenchClient {
    private final String system;
    private int count;

    private Client(String system) {
      this.system = system;
    }

    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      count++;
      if (system.equals("refuses-every-third") && count % 3 == 0) {
        listener.failed("refused-third");
      } else if (system.equals("slow-at-its-ends") && count != QUICK_ONE) {
        CompletableFuture.delayedExecutor(SLOW_MILLIS, TimeUnit.MILLISECONDS)
            .execute(listener::done);
      } else {
        listener.done();
      }
    }

    @Override
    public void close() {}
  }

  /** Loses a command when its leader is gone, and goes on with the next. */
  private static final class FollowingClient implements BenchClient {
    private final List<Long> servers;
    private int leader;

    private FollowingClient(List<Long> servers) {
      this.servers = servers;
    }

    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      boolean leads =
          ProcessHandle.of(servers.get(leader)).filter(ProcessHandle::isAlive).isPresent();
      if (!leads) {
        leader = (leader + 1) % servers.size();
        listener.failed("unknown-connection-lost");
        return;
      }
      CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS).execute(listener::done);
    }

    @Override
    public void close() {}
  }
}

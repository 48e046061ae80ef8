package dev.flotilla.bench.harness;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.bench.client.ClientProcess;
import java.io.IOException;
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
}

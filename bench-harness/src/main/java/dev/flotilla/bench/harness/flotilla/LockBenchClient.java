package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * One client of the lock service: it draws its own commands in place of the general workload's, and
 * has its session before it counts as connected.
 */
final class LockBenchClient implements BenchClient {
  private static final Duration SESSION_LIMIT = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final GroupClient client;
  private final LockWorkload workload = new LockWorkload(new SecureRandom().nextLong());

  private LockBenchClient(GroupClient client) {
    this.client = client;
  }

  static LockBenchClient connect(ClientSettings settings, ClientRuntime runtime)
      throws IOException, InterruptedException {
    LockBenchClient connected = new LockBenchClient(DpwsGroupClient.connect(settings, runtime));
    try {
      connected.awaitSession(settings.group());
      return connected;
    } catch (IOException | InterruptedException e) {
      connected.close();
      throw e;
    }
  }

  /** A group knows no sessions for a moment after its founding, and rejects the command. */
  private void awaitSession(String group) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + SESSION_LIMIT.toNanos();
    CommandOutcome outcome = send(LockRequest.release(0)).toCompletableFuture().join();
    while (!isExecuted(outcome)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("no lock service in group " + group + ": " + outcome);
      }
      Thread.sleep(PAUSE.toMillis());
      outcome = send(LockRequest.release(0)).toCompletableFuture().join();
    }
  }

  private static boolean isExecuted(CommandOutcome outcome) {
    return outcome instanceof CommandOutcome.Executed executed && executed.answer().success();
  }

  private CompletionStage<CommandOutcome> send(LockRequest request) {
    return client.submit(request.operation(), request.parameters());
  }

  @Override
  public void insert(WorkloadCommand command, InsertListener listener) {
    send(workload.next()).thenAccept(outcome -> FlotillaBenchClient.tell(outcome, listener));
  }

  @Override
  public void close() {
    client.close();
  }
}

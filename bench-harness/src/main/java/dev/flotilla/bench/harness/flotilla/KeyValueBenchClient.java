package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.Bytes;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * One client of the key-value store: a command puts its parameters under its uid, in the client's
 * session, and a read is linearizable. It has its session before it counts as connected, and gives
 * a call up after {@value #TIMEOUT_MILLIS} ms, as the client of the key-value report does.
 */
final class KeyValueBenchClient implements BenchClient {
  static final int TIMEOUT_MILLIS = 3_000;
  private static final Duration SESSION_LIMIT = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final GroupClient client;

  private KeyValueBenchClient(GroupClient client) {
    this.client = client;
  }

  static KeyValueBenchClient connect(String group, RetryPolicy policy, ClientRuntime runtime)
      throws IOException, InterruptedException {
    KeyValueBenchClient connected =
        new KeyValueBenchClient(DpwsGroupClient.connect(settings(group, policy), runtime));
    try {
      connected.awaitSession(group);
      return connected;
    } catch (IOException | InterruptedException e) {
      connected.close();
      throw e;
    }
  }

  private static ClientSettings settings(String group, RetryPolicy policy) {
    ClientSettings usual = FlotillaBenchClient.settings(group, policy);
    return new ClientSettings(
        group,
        TIMEOUT_MILLIS,
        usual.attemptTimeoutMillis(),
        policy,
        usual.networkInterface(),
        usual.servers(),
        usual.addressFile(),
        usual.maxPendingCalls());
  }

  /** A group knows no sessions for a moment after its founding. */
  private void awaitSession(String group) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + SESSION_LIMIT.toNanos();
    KeyValueText.Operation nothing = KeyValueText.delete(Bytes.utf8("none"));
    CommandOutcome outcome = send(nothing).toCompletableFuture().join();
    while (!isExecuted(outcome)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("no key-value store in group " + group + ": " + outcome);
      }
      Thread.sleep(PAUSE.toMillis());
      outcome = send(nothing).toCompletableFuture().join();
    }
  }

  private static boolean isExecuted(CommandOutcome outcome) {
    return outcome instanceof CommandOutcome.Executed executed && executed.answer().success();
  }

  private CompletionStage<CommandOutcome> send(KeyValueText.Operation operation) {
    return client
        .submit(operation.command(), operation.parameters())
        .thenApply(submission -> submission.outcome());
  }

  @Override
  public void insert(WorkloadCommand command, InsertListener listener) {
    send(KeyValueText.put(Bytes.utf8(command.uid()), Bytes.utf8(command.parameters())))
        .thenAccept(outcome -> FlotillaBenchClient.tell(outcome, listener));
  }

  /** Linearizable: a leader confirms that it leads before a server answers. */
  @Override
  public void read(String key, InsertListener listener) {
    client
        .query(KeyValueText.get(Bytes.utf8(key)))
        .thenAccept(outcome -> tellRead(outcome, listener));
  }

  private static void tellRead(ReadOutcome<Answer> outcome, InsertListener listener) {
    if (!(outcome instanceof ReadOutcome.Found<Answer> found)) {
      listener.failed("unavailable");
    } else if (isHeld(found.value())) {
      listener.done();
    } else {
      listener.failed("absent");
    }
  }

  private static boolean isHeld(Answer answer) {
    return answer.success()
        && answer.value().isPresent()
        && !(KeyValueText.held(answer.value().get()) instanceof KeyValueText.Held.Absent);
  }

  @Override
  public void close() {
    client.close();
  }
}

package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * One client of a store: a command puts its parameters under its uid, in the client's session, and
 * a read is as fresh as it was told. It has its session before it counts as connected, and gives a
 * call up after {@value #TIMEOUT_MILLIS} ms, as the client of the key-value report does.
 */
final class StoreBenchClient implements BenchClient {
  static final int TIMEOUT_MILLIS = 3_000;
  private static final Duration SESSION_LIMIT = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final GroupClient client;
  private final StoreLanguage language;
  private final StoreReads reads;

  private StoreBenchClient(GroupClient client, StoreLanguage language, StoreReads reads) {
    this.client = client;
    this.language = language;
    this.reads = reads;
  }

  static StoreBenchClient connect(
      ClientSettings usual, ClientRuntime runtime, StoreLanguage language, StoreReads reads)
      throws IOException, InterruptedException {
    StoreBenchClient connected =
        new StoreBenchClient(DpwsGroupClient.connect(impatient(usual), runtime), language, reads);
    try {
      connected.awaitSession(usual.group());
      return connected;
    } catch (IOException | InterruptedException e) {
      connected.close();
      throw e;
    }
  }

  private static ClientSettings impatient(ClientSettings usual) {
    return usual.withTimeout(Duration.ofMillis(TIMEOUT_MILLIS));
  }

  /** A group knows no sessions for a moment after its founding. */
  private void awaitSession(String group) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + SESSION_LIMIT.toNanos();
    StoreLanguage.Request nothing = language.put("none", "");
    CommandOutcome outcome = send(nothing).toCompletableFuture().join();
    while (!isExecuted(outcome)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("no store in group " + group + ": " + outcome);
      }
      Thread.sleep(PAUSE.toMillis());
      outcome = send(nothing).toCompletableFuture().join();
    }
  }

  private static boolean isExecuted(CommandOutcome outcome) {
    return outcome instanceof CommandOutcome.Executed executed && executed.answer().success();
  }

  private CompletionStage<CommandOutcome> send(StoreLanguage.Request request) {
    return client.submit(request.operation(), request.parameters());
  }

  @Override
  public void insert(WorkloadCommand command, InsertListener listener) {
    send(language.put(command.uid(), command.parameters()))
        .thenAccept(outcome -> FlotillaBenchClient.tell(outcome, listener));
  }

  /** As fresh as {@link StoreReads} says. Of a machine without keys it reads the last command. */
  @Override
  public void read(String key, InsertListener listener) {
    Optional<Bytes> question = language.get(key);
    if (question.isPresent()) {
      var unused =
          client
              .query(question.get(), reads.options())
              .thenAccept(outcome -> tellRead(outcome, this::isHeld, listener));
    } else {
      var unused =
          client
              .readLast(reads.options())
              .thenAccept(outcome -> tellRead(outcome, any -> true, listener));
    }
  }

  private static <T> void tellRead(
      ReadOutcome<T> outcome, Predicate<T> isHeld, InsertListener listener) {
    if (outcome instanceof ReadOutcome.Unavailable<T>) {
      listener.failed("unavailable");
    } else if (outcome instanceof ReadOutcome.Found<T> found && isHeld.test(found.value())) {
      listener.done();
    } else {
      listener.failed(ABSENT);
    }
  }

  private boolean isHeld(Answer answer) {
    return answer.success() && answer.value().filter(language::isHeld).isPresent();
  }

  @Override
  public void close() {
    client.close();
  }
}

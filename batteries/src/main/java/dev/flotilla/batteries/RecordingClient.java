package dev.flotilla.batteries;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Outcome;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One client that asks for one thing after another, with a pause between, and records each.
 *
 * <p>When an outcome is unknown, it asks again under the same uid, once or twice: the operation
 * then lasts until the last attempt ends, and must have been executed once. Or it leaves it unknown
 * and goes on under a new number, since its operation may still be under way.
 *
 * <p><b>Thread.</b> One of the common pool asks, one of the client hears the end.
 */
final class RecordingClient {
  /** Reads a list, linearizably or not. */
  interface Reads {
    CompletionStage<Outcome<ListContents>> read(ListCommand.Get query);
  }

  private static final int MAX_ATTEMPTS = 3;
  private static final Executor AFTER_A_PAUSE =
      CompletableFuture.delayedExecutor(15, TimeUnit.MILLISECONDS);

  private final FlotillaClient<ListCommand, ListContents> client;
  private final Reads reads;
  private final Workload workload;
  private final History history;
  private final RandomGenerator random;
  private final IntSupplier numbers;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean running = true;

  /** Read and written by one step after another. */
  private int number;

  /**
   * Prepares a client.
   *
   * @param numbers names clients in the history
   */
  RecordingClient(
      FlotillaClient<ListCommand, ListContents> client,
      Reads reads,
      Workload workload,
      History history,
      RandomGenerator random,
      IntSupplier numbers) {
    this.client = client;
    this.reads = reads;
    this.workload = workload;
    this.history = history;
    this.random = random;
    this.numbers = numbers;
    this.number = numbers.getAsInt();
  }

  void start() {
    AFTER_A_PAUSE.execute(this::next);
  }

  /** Lets the operation under way end; the stage completes then. */
  CompletableFuture<Void> stop() {
    running = false;
    return ended;
  }

  private void next() {
    if (!running) {
      ended.complete(null);
      return;
    }
    ListCommand command = workload.next(random);
    long called = System.nanoTime();
    CompletionStage<Outcome<ListContents>> outcome =
        command instanceof ListCommand.Get get ? reads.read(get) : client.submit(command);
    outcome.whenComplete((end, failure) -> heard(command, called, 1, end, failure));
  }

  private void heard(
      ListCommand command,
      long called,
      int attempt,
      @Nullable Outcome<ListContents> end,
      @Nullable Throwable failure) {
    long returned = System.nanoTime();
    try {
      if (end == null) {
        throw new IllegalStateException("an outcome failed", failure);
      }
      if (end instanceof Outcome.Unknown<ListContents> unknown
          && attempt < MAX_ATTEMPTS
          && random.nextBoolean()) {
        client
            .submitAgain(command, unknown.uid())
            .whenComplete((again, problem) -> heard(command, called, attempt + 1, again, problem));
        return;
      }
      record(command, called, returned, end);
      AFTER_A_PAUSE.execute(this::next);
    } catch (RuntimeException e) {
      ended.completeExceptionally(e);
    }
  }

  private void record(ListCommand command, long called, long returned, Outcome<ListContents> end) {
    Operation operation = operation(number, command, called, returned, end);
    operation.result().ifPresent(list -> workload.saw(command.key(), list.size()));
    history.add(operation);
    if (operation.outcome() == Operation.Outcome.UNKNOWN) {
      number = numbers.getAsInt();
    }
  }

  /** An operation with the outcome that the library told. */
  static Operation operation(
      int client, ListCommand command, long called, long returned, Outcome<ListContents> end) {
    Optional<Long> at = Optional.of(returned);
    if (end instanceof Outcome.Done<ListContents> done) {
      return new Operation(
          client, command, called, at, Operation.Outcome.DONE, Optional.of(done.result().values()));
    }
    Operation.Outcome outcome = Operation.Outcome.UNKNOWN;
    if (end instanceof Outcome.DoneWithoutResult) {
      outcome = Operation.Outcome.DONE;
    } else if (end instanceof Outcome.Rejected) {
      outcome = Operation.Outcome.REJECTED;
    } else if (end instanceof Outcome.Refused) {
      outcome = Operation.Outcome.REFUSED;
    } else {
      at = Optional.empty();
    }
    return new Operation(client, command, called, at, outcome, Optional.empty());
  }
}

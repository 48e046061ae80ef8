package dev.flotilla.systemtests.recipes;

import dev.flotilla.Outcome;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.raft.model.Command;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.Operation;
import dev.flotilla.systemtests.RecordingClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * One client of a map. The end of each lease is an operation of the history, too: it happens
 * between its earliest end and the moment at which a transaction has found the value gone.
 *
 * <p><b>Thread.</b> One step after another; ends of leases on any.
 */
final class MapClient implements RecordingClient.Asked<MapStep, RecipeSeen> {
  private static final int CLOCK_TOLERANCE = 50;
  private static final long RETRY_MILLIS = 500;
  private static final int BEFORE_END_PERCENT = 90;
  private static final long SLOW_NANOS = 100_000_000;

  private final GroupClient client;
  private final Duration ttl;
  private final History history;
  private final IntSupplier numbers;
  private final Queue<CompletableFuture<Void>> ends = new ConcurrentLinkedQueue<>();

  /**
   * Prepares a client.
   *
   * @param ttl of its leases
   * @param numbers names clients in the history
   */
  MapClient(GroupClient client, Duration ttl, History history, IntSupplier numbers) {
    this.client = client;
    this.ttl = ttl;
    this.history = history;
    this.numbers = numbers;
  }

  @Override
  public CompletionStage<Outcome<RecipeSeen>> ask(MapStep step) {
    long sentNanos = System.nanoTime();
    return submit(step)
        .thenApply(
            end -> {
              Outcome<RecipeSeen> seen = seen(step, end);
              if (step.isLeased()) {
                expect(step, seen, sentNanos);
              }
              return seen;
            });
  }

  /** What may still be executed ends nobody knows when. */
  private void expect(MapStep leased, Outcome<RecipeSeen> seen, long sentNanos) {
    if (seen instanceof Outcome.Done) {
      CompletableFuture<Void> ended = new CompletableFuture<>();
      ends.add(ended);
      later(ttl.toMillis() * BEFORE_END_PERCENT / 100, () -> readBeforeTheEnd(leased));
      later(2 * ttl.toMillis(), () -> look(leased, sentNanos, ended));
    } else if (!(seen instanceof Outcome.Refused)) {
      history.add(endOf(leased, sentNanos, Optional.empty(), Operation.Outcome.UNKNOWN));
    }
  }

  @Override
  public CompletionStage<Outcome<RecipeSeen>> askAgain(MapStep step, String uid) {
    return client
        .insertAgain(
            new Command(uid, step.command(), step.parameters()), KeyValueStore.COMMANDS_VERSION)
        .thenApply(end -> seen(step, end));
  }

  private CompletableFuture<CommandOutcome> submit(MapStep step) {
    return client.submit(step.command(), step.parameters(), null, KeyValueStore.COMMANDS_VERSION);
  }

  private static Outcome<RecipeSeen> seen(MapStep step, CommandOutcome end) {
    if (end instanceof CommandOutcome.Executed executed) {
      return step.command().equals("transaction")
          ? seenOf(step, executed.answer())
          : new Outcome.Done<>(new RecipeSeen(Optional.empty()));
    } else if (end instanceof CommandOutcome.Refused refused) {
      return new Outcome.Refused<>(refused.reason(), refused.detail());
    }
    return new Outcome.Unknown<>(end.uid(), ((CommandOutcome.Unknown) end).detail());
  }

  private static Outcome<RecipeSeen> seenOf(MapStep step, Answer answer) {
    if (answer.value().isEmpty()) {
      return new Outcome.DoneWithoutResult<>("its result is not kept");
    }
    List<String> lines = answer.text().lines().toList();
    if (lines.get(0).equals("else")) {
      return new Outcome.Rejected<>("it has another value");
    }
    return new Outcome.Done<>(
        new RecipeSeen(
            step.op().equals("read")
                ? Optional.of(lines.get(1) + "|" + lines.get(2))
                : Optional.empty()));
  }

  /**
   * Shows a lease that ends too early, also of what nobody writes or reads any more. Slow reads are
   * left out: many at the same time take a checker long, and show little.
   */
  private void readBeforeTheEnd(MapStep leased) {
    MapStep read = MapStep.read(leased.pair());
    long called = System.nanoTime();
    var unused =
        submit(read)
            .thenAccept(
                end -> {
                  long returned = System.nanoTime();
                  if (returned - called < SLOW_NANOS) {
                    history.add(
                        Operation.of(numbers.getAsInt(), read, called, returned, seen(read, end)));
                  }
                });
  }

  private void look(MapStep leased, long sentNanos, CompletableFuture<Void> ended) {
    String value = leased.value().split(":", -1)[1];
    MapStep read = MapStep.read(leased.pair());
    var unused =
        submit(read)
            .thenAccept(
                end -> {
                  boolean isGone =
                      seen(read, end) instanceof Outcome.Done<RecipeSeen> done
                          && !List.of(done.result().result().orElse("").split("\\|", -1))
                              .contains("=" + value);
                  if (isGone) {
                    Optional<Long> now = Optional.of(System.nanoTime());
                    history.add(endOf(leased, sentNanos, now, Operation.Outcome.DONE));
                    ended.complete(null);
                  } else {
                    later(RETRY_MILLIS, () -> look(leased, sentNanos, ended));
                  }
                });
  }

  private Operation endOf(
      MapStep leased, long sentNanos, Optional<Long> returned, Operation.Outcome outcome) {
    long nanos = ttl.toNanos();
    return new Operation(
        numbers.getAsInt(),
        leased.ended(),
        sentNanos + nanos - nanos / CLOCK_TOLERANCE,
        returned,
        outcome,
        Optional.empty());
  }

  private static void later(long millis, Runnable task) {
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(task);
  }

  /** Completes when all its leases have ended; after the last step. */
  CompletableFuture<Void> finish() {
    return CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new));
  }
}

package dev.flotilla.systemtests.recipes;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Outcome;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.ClaimId;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.Operation;
import dev.flotilla.systemtests.RecordingClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client of recipes, with an owner for its claims. If its leases end, it takes another owner
 * after some claims, and leaves what the last one holds to the end of its lease: that is an
 * operation of the history, too. It happens between the earliest end of the lease and the moment at
 * which the group has confirmed that the owner is gone.
 *
 * <p><b>Thread.</b> One step after another; ends of leases on any.
 */
final class RecipeClient implements RecordingClient.Asked<RecipeStep, RecipeSeen> {
  private static final int CLAIMS_OF_A_LEASE = 8;
  private static final long RETRY_MILLIS = 500;

  private final FlotillaClient<RecipeCommand, RecipeAnswer> client;
  private final Duration ttl;
  private final boolean isEnding;
  private final History history;
  private final IntSupplier numbers;
  private final Queue<CompletableFuture<Void>> ends = new ConcurrentLinkedQueue<>();
  private final Map<String, Claimed> claims = new HashMap<>();
  private @Nullable RecipeLease lease;
  private @Nullable RecipeCommand last;

  private record Claimed(ClaimId id, RecipeLease lease) {}

  /**
   * Prepares a client.
   *
   * @param ttl of its leases
   * @param isEnding whether they end
   * @param numbers names clients in the history
   */
  RecipeClient(
      FlotillaClient<RecipeCommand, RecipeAnswer> client,
      Duration ttl,
      boolean isEnding,
      History history,
      IntSupplier numbers) {
    this.client = client;
    this.ttl = ttl;
    this.isEnding = isEnding;
    this.history = history;
    this.numbers = numbers;
  }

  @Override
  public CompletionStage<Outcome<RecipeSeen>> ask(RecipeStep step) {
    return switch (step.op()) {
      case "acquire" -> acquire(step);
      case "release" -> release(step);
      default -> submit(step.command()).thenApply(end -> RecipeSeen.of(step, end));
    };
  }

  @Override
  public CompletionStage<Outcome<RecipeSeen>> askAgain(RecipeStep step, String uid) {
    CompletableFuture<Outcome<RecipeAnswer>> again = client.submitAgain(lastCommand(), uid);
    return again.thenApply(end -> noted(step, end));
  }

  private RecipeCommand lastCommand() {
    if (last == null) {
      throw new IllegalStateException("nothing was asked before");
    }
    return last;
  }

  private CompletableFuture<Outcome<RecipeAnswer>> submit(RecipeCommand command) {
    last = command;
    return client.submit(command);
  }

  private CompletableFuture<Outcome<RecipeSeen>> acquire(RecipeStep step) {
    if (lease != null && (!isEnding || lease.claims() < CLAIMS_OF_A_LEASE)) {
      return acquire(step, lease);
    }
    retire();
    long sentNanos = System.nanoTime();
    return client
        .submit(new RecipeCommand.Open(ttl.toMillis()))
        .thenCompose(
            end -> {
              if (end instanceof Outcome.Done<RecipeAnswer> done
                  && done.result().result() instanceof RecipeResult.Opened opened) {
                lease = new RecipeLease(opened.owner(), ttl.toNanos(), sentNanos);
                return acquire(step, lease);
              }
              return CompletableFuture.completedFuture(RecipeSeen.notSent());
            });
  }

  private CompletableFuture<Outcome<RecipeSeen>> acquire(RecipeStep step, RecipeLease by) {
    ClaimId id = new ClaimId(by.owner(), by.nextClaim());
    claims.put(step.value().orElseThrow(), new Claimed(id, by));
    RecipeCommand command =
        new RecipeCommand.Acquire(
            id, step.kind(), step.key(), step.capacity(), step.capacity(), false, Bytes.EMPTY);
    return submit(command).thenApply(end -> noted(step, end));
  }

  private CompletableFuture<Outcome<RecipeSeen>> release(RecipeStep step) {
    Claimed claimed = claims.get(step.value().orElseThrow());
    return claimed == null
        ? CompletableFuture.completedFuture(RecipeSeen.notSent())
        : submit(new RecipeCommand.Release(claimed.id())).thenApply(end -> noted(step, end));
  }

  private Outcome<RecipeSeen> noted(RecipeStep step, Outcome<RecipeAnswer> end) {
    Claimed claimed = claims.get(step.value().orElse(""));
    Outcome<RecipeSeen> seen = RecipeSeen.of(step, end);
    if (claimed != null && step.op().equals("acquire")) {
      if (seen instanceof Outcome.Rejected || seen instanceof Outcome.Refused) {
        claimed.lease().holdsNot(step);
      } else {
        claimed.lease().mayHold(step);
      }
    } else if (claimed != null
        && seen instanceof Outcome.Done
        && System.nanoTime() - claimed.lease().earliestEndNanos() < 0) {
      claimed.lease().holdsNot(step);
    }
    return seen;
  }

  /** Leaves the owner to the end of its lease. */
  private void retire() {
    RecipeLease over = lease;
    lease = null;
    if (over != null && isEnding) {
      CompletableFuture<Void> ended = new CompletableFuture<>();
      ends.add(ended);
      later(2 * ttl.toMillis(), () -> close(over, ended));
    }
  }

  private static void later(long millis, Runnable task) {
    Executor then = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
    then.execute(task);
  }

  private void close(RecipeLease over, CompletableFuture<Void> ended) {
    var unused =
        client
            .submit(new RecipeCommand.Close(over.owner()))
            .thenAccept(
                end -> {
                  if (end instanceof Outcome.Done) {
                    over.held().forEach(step -> history.add(endOf(step, over)));
                    ended.complete(null);
                  } else {
                    later(RETRY_MILLIS, () -> close(over, ended));
                  }
                });
  }

  private Operation endOf(RecipeStep acquired, RecipeLease over) {
    return new Operation(
        numbers.getAsInt(),
        acquired.ended(),
        over.earliestEndNanos(),
        Optional.of(System.nanoTime()),
        Operation.Outcome.DONE,
        Optional.empty());
  }

  /** Completes when all its leases have ended; after the last step. */
  CompletableFuture<Void> finish() {
    retire();
    return CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new));
  }
}

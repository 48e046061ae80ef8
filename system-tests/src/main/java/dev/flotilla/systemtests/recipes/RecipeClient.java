package dev.flotilla.systemtests.recipes;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Outcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.ClaimId;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import dev.flotilla.systemtests.History;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One client of recipes, with an owner for its claims. If its leases end, it takes another owner
 * after some claims, and leaves what the last one holds to the end of its lease: that is an
 * operation of the history, too. It happens between the earliest end of the lease and the moment at
 * which the group has confirmed that the owner is gone.
 *
 * <p><b>Thread.</b> One step after another; ends of leases on any.
 */
final class RecipeClient {
  private static final int CLAIMS_OF_A_LEASE = 8;

  private final FlotillaClient<RecipeCommand, RecipeAnswer> client;
  private final Duration ttl;
  private final boolean isEnding;
  private final History history;
  private final EndedLeases ends = new EndedLeases();
  private final Map<String, Claimed> claims = new HashMap<>();
  private @Nullable Lease lease;
  private @Nullable RecipeCommand last;

  /**
   * One owner of a client, and what it may hold. Its lease is never renewed, so that it ends by
   * itself. Used by one step of the client after another, and by its closer after the last.
   */
  private static final class Lease {
    private final long owner;
    private final long earliestEndNanos;
    private final Map<String, RecipeStep> held = new LinkedHashMap<>();
    private long claims;

    /**
     * Of an owner that was opened.
     *
     * @param sentNanos when the client asked for it: its lease cannot have begun before
     */
    Lease(long owner, long ttlNanos, long sentNanos) {
      this.owner = owner;
      this.earliestEndNanos = EndedLeases.earliestNanos(sentNanos, ttlNanos);
    }

    long owner() {
      return owner;
    }

    /** The number of one more claim, from 1 on. */
    synchronized long nextClaim() {
      return ++claims;
    }

    synchronized long claims() {
      return claims;
    }

    /** Nobody else may get what it holds before. */
    long earliestEndNanos() {
      return earliestEndNanos;
    }

    /** Notes that this step has, or may have, got what it asked for. */
    synchronized void mayHold(RecipeStep acquired) {
      held.put(acquired.value().orElseThrow(), acquired);
    }

    /** Notes that it certainly does not hold that. */
    synchronized void holdsNot(RecipeStep step) {
      held.remove(step.value().orElseThrow());
    }

    /** What it may hold at the end. */
    synchronized List<RecipeStep> held() {
      return List.copyOf(held.values());
    }
  }

  private record Claimed(ClaimId id, Lease lease) {}

  /**
   * Prepares a client.
   *
   * @param ttl of its leases
   * @param isEnding whether they end
   */
  RecipeClient(
      FlotillaClient<RecipeCommand, RecipeAnswer> client,
      Duration ttl,
      boolean isEnding,
      History history) {
    this.client = client;
    this.ttl = ttl;
    this.isEnding = isEnding;
    this.history = history;
  }

  CompletionStage<Outcome<History.Answer>> ask(RecipeStep step) {
    return switch (step.op()) {
      case "acquire" -> acquire(step);
      case "release" -> release(step);
      default -> submit(step.command()).thenApply(end -> step.seen(end));
    };
  }

  CompletionStage<Outcome<History.Answer>> askAgain(RecipeStep step, String uid) {
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

  private CompletableFuture<Outcome<History.Answer>> acquire(RecipeStep step) {
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
                lease = new Lease(opened.owner(), ttl.toNanos(), sentNanos);
                return acquire(step, lease);
              }
              return CompletableFuture.completedFuture(notSent());
            });
  }

  private CompletableFuture<Outcome<History.Answer>> acquire(RecipeStep step, Lease by) {
    ClaimId id = new ClaimId(by.owner(), by.nextClaim());
    claims.put(step.value().orElseThrow(), new Claimed(id, by));
    RecipeCommand command =
        new RecipeCommand.Acquire(
            id, step.kind(), step.key(), step.capacity(), step.capacity(), false, Bytes.EMPTY);
    return submit(command).thenApply(end -> noted(step, end));
  }

  private CompletableFuture<Outcome<History.Answer>> release(RecipeStep step) {
    Claimed claimed = claims.get(step.value().orElseThrow());
    return claimed == null
        ? CompletableFuture.completedFuture(notSent())
        : submit(new RecipeCommand.Release(claimed.id())).thenApply(end -> noted(step, end));
  }

  /** Of what had no owner, or nothing to release. */
  private static Outcome<History.Answer> notSent() {
    return new Outcome.Refused<>(RefusalReason.INVALID, "there is no owner");
  }

  private Outcome<History.Answer> noted(RecipeStep step, Outcome<RecipeAnswer> end) {
    Claimed claimed = claims.get(step.value().orElse(""));
    Outcome<History.Answer> seen = step.seen(end);
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
    Lease over = lease;
    lease = null;
    if (over != null && isEnding) {
      CompletableFuture<Void> ended = ends.next();
      EndedLeases.later(2 * ttl.toMillis(), () -> close(over, ended));
    }
  }

  private void close(Lease over, CompletableFuture<Void> ended) {
    var unused =
        client
            .submit(new RecipeCommand.Close(over.owner()))
            .thenAccept(
                end -> {
                  if (end instanceof Outcome.Done) {
                    long from = over.earliestEndNanos();
                    for (RecipeStep held : over.held()) {
                      history.add(history.nextClient(), held.ended(), from, History.End.DONE);
                    }
                    ended.complete(null);
                  } else {
                    EndedLeases.later(EndedLeases.RETRY_MILLIS, () -> close(over, ended));
                  }
                });
  }

  /** Completes when all its leases have ended; after the last step. */
  CompletableFuture<Void> finish() {
    retire();
    return ends.all();
  }
}

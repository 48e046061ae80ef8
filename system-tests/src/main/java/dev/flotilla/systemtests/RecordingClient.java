package dev.flotilla.systemtests;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
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
 *
 * @param <C> what can be asked for
 * @param <R> what is answered
 */
public final class RecordingClient<C extends History.Told, R extends History.Told> {
  /**
   * The group, or who else is asked; stages never fail.
   *
   * @param ask asks for something new, a command or a query
   * @param askAgain asks for a command once more whose outcome under this uid was unknown
   * @param <C> what can be asked for
   * @param <R> what is answered
   */
  public record Asked<C, R>(
      Function<C, CompletionStage<Outcome<R>>> ask,
      BiFunction<C, String, CompletionStage<Outcome<R>>> askAgain) {
    /** Asks the group. */
    public static <C, R> Asked<C, R> of(FlotillaClient<C, R> client) {
      return new Asked<>(client::submit, client::submitAgain);
    }
  }

  /**
   * What to ask for; any thread may call.
   *
   * @param <C> what can be asked for
   * @param <R> what is answered
   */
  public interface Drawn<C, R> {
    /** The next command or query. */
    C next(RandomGenerator random);

    /** Told what a command or query was answered. */
    default void saw(C command, R answer) {}
  }

  private static final int MAX_ATTEMPTS = 3;
  private static final Executor AFTER_A_PAUSE =
      CompletableFuture.delayedExecutor(15, TimeUnit.MILLISECONDS);

  private final Asked<C, R> asked;
  private final Drawn<C, R> workload;
  private final History history;
  private final RandomGenerator random;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean running = true;

  /** Read and written by one step after another. */
  private int number;

  /**
   * Prepares a client.
   *
   * @param random of this client alone
   */
  public RecordingClient(
      Asked<C, R> asked, Drawn<C, R> workload, History history, RandomGenerator random) {
    this.asked = asked;
    this.workload = workload;
    this.history = history;
    this.random = random;
    this.number = history.nextClient();
  }

  /** Begins to ask. */
  public void start() {
    AFTER_A_PAUSE.execute(this::next);
  }

  /** Lets the operation under way end; the stage completes then. */
  public CompletableFuture<Void> stop() {
    running = false;
    return ended;
  }

  private void next() {
    if (!running) {
      ended.complete(null);
      return;
    }
    C command = workload.next(random);
    long called = System.nanoTime();
    asked
        .ask()
        .apply(command)
        .whenComplete((end, failure) -> heard(command, called, 1, end, failure));
  }

  private void heard(
      C command, long called, int attempt, @Nullable Outcome<R> end, @Nullable Throwable failure) {
    try {
      if (end == null) {
        throw new IllegalStateException("an outcome failed", failure);
      }
      if (end instanceof Outcome.Unknown<R> unknown
          && attempt < MAX_ATTEMPTS
          && random.nextBoolean()) {
        asked
            .askAgain()
            .apply(command, unknown.uid())
            .whenComplete((again, problem) -> heard(command, called, attempt + 1, again, problem));
        return;
      }
      record(command, called, end);
      AFTER_A_PAUSE.execute(this::next);
    } catch (RuntimeException e) {
      ended.completeExceptionally(e);
    }
  }

  private void record(C command, long called, Outcome<R> end) {
    if (end instanceof Outcome.Done<R> done) {
      workload.saw(command, done.result());
    }
    if (history.add(number, command, called, end) == History.End.UNKNOWN) {
      number = history.nextClient();
    }
  }
}

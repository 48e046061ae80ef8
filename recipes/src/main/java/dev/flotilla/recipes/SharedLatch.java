package dev.flotilla.recipes;

import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A count that falls to 0 and stays there, in a group: nobody owns it, and a lost client has
 * counted all the same. Any thread.
 */
public final class SharedLatch {
  private final RecipeSession session;
  private final String name;
  private final int count;

  SharedLatch(RecipeSession session, String name, int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "latch %s begins at 1 or more, not %s".formatted(name, count));
    }
    this.session = session;
    this.name = name;
    this.count = count;
  }

  /**
   * Counts down.
   *
   * @return what is left
   * @throws dev.flotilla.OutcomeUnknown if nobody can tell whether it was executed
   */
  public long countDown() {
    return ((RecipeResult.Count) session.once(new RecipeCommand.CountDown(name, count))).value();
  }

  /** What is left. */
  public long remaining() {
    RecipeResult.Count value =
        (RecipeResult.Count) session.repeatable(new RecipeCommand.Value(Kind.LATCH, name));
    return value.done() ? value.value() : count;
  }

  /**
   * Waits until nothing is left.
   *
   * @throws IllegalStateException if the recipes are closed meanwhile
   */
  public void await() throws InterruptedException {
    boolean unused = await(Duration.ofNanos(Long.MAX_VALUE));
  }

  /**
   * As {@link #await()}, for a limited time; returns whether nothing is left. The group is asked at
   * the beginning and at the end, each time for as long as a call may take.
   */
  public boolean await(Duration atMost) throws InterruptedException {
    if (remaining() == 0) {
      return true;
    }
    CompletableFuture<Boolean> isOpen = new CompletableFuture<>();
    Listening listening =
        Listening.of(
            session,
            Kind.LATCH.key(name),
            () -> {
              if (remaining() == 0) {
                isOpen.complete(true);
              }
            },
            () -> isOpen.complete(false));
    try {
      if (!isOpen.get(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        throw OwnerKeeper.closed();
      }
      return true;
    } catch (TimeoutException e) {
      return remaining() == 0;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      listening.close();
    }
  }

  /** Lets it begin anew. */
  public void reset() {
    RecipeResult unused = session.repeatable(new RecipeCommand.Reset(name));
  }
}

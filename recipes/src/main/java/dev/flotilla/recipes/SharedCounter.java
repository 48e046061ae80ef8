package dev.flotilla.recipes;

import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;

/**
 * A number of 64 bits in a group. Any thread.
 *
 * <p>A call that changes it throws {@link dev.flotilla.OutcomeUnknown} if nobody can tell whether
 * it was executed.
 */
public final class SharedCounter {
  private final RecipeSession session;
  private final String name;

  SharedCounter(RecipeSession session, String name) {
    this.session = session;
    this.name = name;
  }

  /** The number. */
  public long get() {
    return ((RecipeResult.Count) session.repeatable(new RecipeCommand.Value(Kind.COUNTER, name)))
        .value();
  }

  /**
   * Adds to it.
   *
   * @return the sum
   * @throws ArithmeticException if the sum has more than 64 bits; nothing was added
   */
  public long add(long amount) {
    RecipeResult.Count count = count(new RecipeCommand.Add(name, amount));
    if (!count.done()) {
      throw new ArithmeticException(
          "counter %s has %s, and %s more are beyond 64 bits"
              .formatted(name, count.value(), amount));
    }
    return count.value();
  }

  /** Adds 1; returns the sum. */
  public long increment() {
    return add(1);
  }

  /** Sets it if it has the expected value; returns whether it had. */
  public boolean compareAndSet(long expected, long next) {
    return count(new RecipeCommand.Exchange(name, expected, next)).done();
  }

  /** Sets it; returns what it was. */
  public long set(long next) {
    return count(new RecipeCommand.Assign(name, next)).value();
  }

  private RecipeResult.Count count(RecipeCommand command) {
    return (RecipeResult.Count) session.once(command);
  }
}

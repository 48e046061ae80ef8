package dev.flotilla.recipes;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.ClaimId;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import dev.flotilla.recipes.state.RecipesState;
import java.time.Duration;
import java.util.Optional;

/**
 * A claim for a time: whoever gets it has it that long, also if its process ends. For work that
 * should not be done twice within a period, such as a scheduled task on several hosts. Any thread.
 */
public final class TimedLease {
  private static final int MAX_ATTEMPTS = 3;

  private final RecipeSession session;
  private final String name;

  /** What came of one attempt: its term, or nothing since the time was over before. */
  private record Attempt(Optional<Term> term, boolean isOver) {}

  TimedLease(RecipeSession session, String name) {
    this.session = session;
    this.name = name;
  }

  /**
   * Takes it, unless it is held; does not wait.
   *
   * @param time how long, from 100 ms to an hour of log time; it begins shortly before it is taken
   * @return empty if it is held
   * @throws RecipesFull at a bound of the group
   * @throws IllegalStateException if the time was over before the group had answered, three times
   */
  public Optional<Term> take(Duration time) {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      Attempt made = attempt(time);
      if (!made.isOver()) {
        return made.term();
      }
    }
    throw new IllegalStateException(
        "the group took longer than %s to answer, %s times; take '%s' for longer"
            .formatted(time, MAX_ATTEMPTS, name));
  }

  private Attempt attempt(Duration time) {
    OwnerLease owner = session.open(time.toMillis());
    ClaimId id = new ClaimId(owner.id(), 1);
    boolean isTaken = false;
    try {
      RecipeResult result =
          session.repeatable(
              new RecipeCommand.Acquire(id, Kind.LEASE, name, 1, 1, false, Bytes.EMPTY));
      if (result instanceof RecipeResult.Full full) {
        throw new RecipesFull(full.reason());
      }
      isTaken =
          result instanceof RecipeResult.Claimed claimed
              && claimed.state() == RecipeResult.State.HELD;
      return new Attempt(
          isTaken
              ? Optional.of(new Term(session, owner, ((RecipeResult.Claimed) result).token()))
              : Optional.empty(),
          result instanceof RecipeResult.Gone);
    } finally {
      if (!isTaken) {
        session.closeLater(owner);
      }
    }
  }

  /** What was taken. It ends by itself. */
  public static final class Term {
    private final RecipeSession session;
    private final OwnerLease owner;
    private final long token;

    private Term(RecipeSession session, OwnerLease owner, long token) {
      this.session = session;
      this.owner = owner;
      this.token = token;
    }

    /** The fencing token. */
    public long token() {
      return token;
    }

    /** Returns whether it is held, as far as this process knows. */
    public boolean isHeld() {
      return owner.isHeld();
    }

    /** Lets it begin anew, for the same time; returns whether it was still held. */
    public boolean extend() {
      long sentNanos = System.nanoTime();
      boolean isKept =
          session.repeatable(new RecipeCommand.Keep(owner.id())) instanceof RecipeResult.Ok;
      if (isKept) {
        owner.confirm(sentNanos);
      }
      return isKept;
    }

    /** Gives it back before its time. */
    public void release() {
      owner.lose();
      RecipeResult unused = session.repeatable(new RecipeCommand.Close(owner.id()));
    }
  }

  /** The longest time. */
  public static Duration maxTime() {
    return Duration.ofMillis(RecipesState.MAX_TTL_MILLIS);
  }
}

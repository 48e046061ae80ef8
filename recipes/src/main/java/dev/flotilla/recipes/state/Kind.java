package dev.flotilla.recipes.state;

import java.util.Locale;
import java.util.OptionalInt;

/** What a name stands for. The same name of two kinds stands for two things. */
public enum Kind {
  /** One owner alone, or several that share. */
  LOCK,
  /** One leader; the others wait to become it. */
  ELECTION,
  /** One owner alone, for a time that it names; nobody waits. */
  LEASE,
  /** As many owners as there are permits. */
  SEMAPHORE,
  /** All who have joined. */
  MEMBERS,
  /** Items, each given to one owner. */
  QUEUE,
  /** All wait until enough have come. */
  BARRIER,
  /** A count that only falls. */
  LATCH,
  /** A number. */
  COUNTER;

  /** How many owners can share a lock. */
  public static final int MAX_SHARING = 1_000;

  /** How {@link RecipeAnswer#touched} names it. */
  public String key(String name) {
    return name().toLowerCase(Locale.ROOT) + "/" + name;
  }

  /** The capacity that each claim must name; empty if the first claim chooses it. */
  OptionalInt capacity() {
    return switch (this) {
      case LOCK -> OptionalInt.of(MAX_SHARING);
      case ELECTION, LEASE -> OptionalInt.of(1);
      case MEMBERS, QUEUE -> OptionalInt.of(Integer.MAX_VALUE);
      default -> OptionalInt.empty();
    };
  }

  /** Whether owners claim it, with {@link RecipeCommand.Acquire}. */
  boolean isClaimed() {
    return this != LATCH && this != COUNTER;
  }

  /** Whether somebody may want to hear of each change of who holds it. */
  boolean isWatched() {
    return this == ELECTION || this == MEMBERS || this == LATCH;
  }
}

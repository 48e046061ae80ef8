package dev.flotilla.recipes.state;

import java.util.Locale;

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

  /** How {@link RecipeAnswer#touched} names it. */
  public String key(String name) {
    return name().toLowerCase(Locale.ROOT) + "/" + name;
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

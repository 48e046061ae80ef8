package dev.flotilla.recipes.state;

import dev.flotilla.Query;
import dev.flotilla.raft.model.Bytes;

/**
 * What clients ask of the {@link RecipesState}.
 *
 * <p>An owner is a client with a lease: {@link Open} makes one, and {@link Keep} renews it. All
 * that it holds or waits for ends with the lease. A claim is what one owner holds or waits for
 * under one name.
 */
public sealed interface RecipeCommand {
  /**
   * Makes an owner; answers {@link RecipeResult.Opened}.
   *
   * @param ttlMillis how long its lease lasts after each renewal, in log time
   */
  record Open(long ttlMillis) implements RecipeCommand {}

  /**
   * Renews the lease of an owner; answers {@link RecipeResult.Ok}, or {@link RecipeResult.Gone}.
   */
  record Keep(long owner) implements RecipeCommand {}

  /** Ends an owner, and all its claims. */
  record Close(long owner) implements RecipeCommand {}

  /**
   * Claims something; answers {@link RecipeResult.Claimed}. A repetition with the same id answers
   * how the claim stands and changes nothing.
   *
   * @param id of the new claim
   * @param kind what is claimed
   * @param name its name
   * @param capacity how many permits there are in all, or, of a barrier, how many must come
   * @param permits how many this claim takes
   * @param waits whether it waits in order; otherwise it is gone if it cannot be had at once
   * @param data what others see of the holder
   */
  record Acquire(
      ClaimId id, Kind kind, String name, int capacity, int permits, boolean waits, Bytes data)
      implements RecipeCommand {}

  /**
   * Ends a claim, held or waiting; an item of a queue goes back to its place. Answers {@link
   * RecipeResult.Claimed}: how it stood before.
   */
  record Release(ClaimId id) implements RecipeCommand {}

  /** Ends the claim on an item of a queue, and removes the item. */
  record Consume(ClaimId id) implements RecipeCommand {}

  /** Asks how a claim stands; answers {@link RecipeResult.Claimed}. */
  record Standing(ClaimId id) implements RecipeCommand, Query {}

  /** Asks who holds something; answers {@link RecipeResult.Holders}. */
  record Look(Kind kind, String name) implements RecipeCommand, Query {}

  /** Adds to a counter; answers {@link RecipeResult.Count}. */
  record Add(String counter, long amount) implements RecipeCommand {}

  /** Sets a counter if it has a value; answers {@link RecipeResult.Count}. */
  record Exchange(String counter, long expected, long next) implements RecipeCommand {}

  /** Sets a counter; answers {@link RecipeResult.Count} with the value before. */
  record Assign(String counter, long next) implements RecipeCommand {}

  /** Counts a latch down, which begins at a count; answers {@link RecipeResult.Count}. */
  record CountDown(String latch, long from) implements RecipeCommand {}

  /** Forgets a latch, so that it begins anew. */
  record Reset(String latch) implements RecipeCommand {}

  /** Asks for a counter or a latch; answers {@link RecipeResult.Count}, unchanged if absent. */
  record Value(Kind kind, String name) implements RecipeCommand, Query {}

  /** Appends an item to a queue; answers {@link RecipeResult.Ok}. */
  record Offer(String queue, Bytes item) implements RecipeCommand {}

  /** Removes the first item of a queue; answers {@link RecipeResult.Item}. */
  record Poll(String queue) implements RecipeCommand {}

  /**
   * Makes each later fencing token greater than a number; answers {@link RecipeResult.Ok}. For a
   * group that was restored from a backup, and has given tokens after it.
   */
  record RaiseTokens(long above) implements RecipeCommand {}
}

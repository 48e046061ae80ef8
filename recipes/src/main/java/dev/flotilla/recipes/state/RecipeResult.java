package dev.flotilla.recipes.state;

import dev.flotilla.raft.model.Bytes;
import java.util.List;
import java.util.Optional;

/** What a {@link RecipeCommand} came to. */
public sealed interface RecipeResult {
  /** Done. */
  record Ok() implements RecipeResult {}

  /** There is no such owner: its lease has ended. */
  record Gone() implements RecipeResult {}

  /** Not done, and nothing was changed, since a bound of the state is reached. */
  record Full(String reason) implements RecipeResult {}

  /** The id of the new owner. */
  record Opened(long owner) implements RecipeResult {}

  /** How a claim stands. */
  enum State {
    /** It has what it claims. */
    HELD,
    /** It waits. */
    WAITING,
    /** It could not be had at once, was released, or its owner is gone. */
    NONE
  }

  /**
   * How a claim stands.
   *
   * @param state whether it is held
   * @param token if it is held: the fencing token, greater than that of any earlier holder
   * @param data the data of the claim, or the item that it got; absent without a claim
   */
  record Claimed(State state, long token, Optional<Bytes> data) implements RecipeResult {}

  /**
   * One that holds something.
   *
   * @param token the fencing token
   * @param data what it shows of itself
   */
  record Holder(ClaimId id, long token, int permits, Bytes data) {}

  /**
   * Who holds something.
   *
   * @param holders in the order in which they got it; as many as fit into an answer
   * @param waiting how many claims wait
   * @param items how many items a queue has, without those that are held
   */
  record Holders(List<Holder> holders, int waiting, int items) implements RecipeResult {
    /** Copies the list. */
    public Holders {
      holders = List.copyOf(holders);
    }
  }

  /**
   * A number.
   *
   * @param value it, after the command if that changes it
   * @param done whether the command changed it; of a question, whether it is there
   */
  record Count(long value, boolean done) implements RecipeResult {}

  /** An item that was removed; absent from an empty queue. */
  record Item(Optional<Bytes> item) implements RecipeResult {}
}

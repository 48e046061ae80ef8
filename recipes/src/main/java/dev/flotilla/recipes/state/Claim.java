package dev.flotilla.recipes.state;

import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/**
 * What one owner holds, or waits for.
 *
 * @param ticket its place in the order of those that wait
 * @param token the fencing token; 0 while it waits
 * @param data what it shows of itself; of a queue, the item that it holds
 */
record Claim(ClaimId id, Kind kind, String name, int permits, long ticket, long token, Bytes data) {
  /** What a claim takes of the bytes of all; the item that it holds counts as an item. */
  static long bytes(String name, Bytes data) {
    return (long) name.length() * Character.BYTES + data.size();
  }

  long bytes() {
    return bytes(name, kind == Kind.QUEUE ? Bytes.EMPTY : data);
  }

  boolean isHeld() {
    return token > 0;
  }

  Claim held(long withToken) {
    return held(withToken, data);
  }

  Claim held(long withToken, Bytes withData) {
    return new Claim(id, kind, name, permits, ticket, withToken, withData);
  }

  RecipeResult.Claimed standing() {
    RecipeResult.State state = isHeld() ? RecipeResult.State.HELD : RecipeResult.State.WAITING;
    return new RecipeResult.Claimed(state, token, Optional.of(data));
  }
}

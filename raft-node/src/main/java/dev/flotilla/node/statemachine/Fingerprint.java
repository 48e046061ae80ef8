package dev.flotilla.node.statemachine;

import java.util.OptionalLong;

/**
 * What the state of one member was when it had applied an entry. Immutable.
 *
 * <p>Members that have applied the same entries have the same numbers. If they differ, the states
 * of the members have diverged.
 *
 * @param index the last entry that was applied
 * @param results of the results of all commands since the protocol brought fingerprints
 * @param state of the state itself, if the state machine provides it
 */
public record Fingerprint(long index, long results, OptionalLong state) {
  /**
   * Whether two members that report these cannot have the same state.
   *
   * @throws IllegalArgumentException if they are of different entries
   */
  public boolean contradicts(Fingerprint other) {
    if (index != other.index) {
      throw new IllegalArgumentException(
          "fingerprints of index %s and index %s cannot be compared".formatted(index, other.index));
    }
    boolean isOtherState =
        state.isPresent() && other.state.isPresent() && !state.equals(other.state);
    return results != other.results || isOtherState;
  }
}

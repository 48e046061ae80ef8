package dev.flotilla.console;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A web server behind a gateway, as the console shows it. Immutable.
 *
 * @param name what identifies it, such as its address
 * @param state in one word, such as {@code live} or {@code down}
 * @param cpuPerMille how busy its processors are, 0 to 1000; absent if nobody reports it
 * @param usedMemoryBytes the memory in use; absent if nobody reports it
 * @param totalMemoryBytes the memory that it has; absent if nobody reports it
 * @param requests the requests that it got
 * @param lastRequest when it got the last one; absent if it got none
 * @param properties everything else, in the order in which it is shown
 */
public record NodeState(
    String name,
    String state,
    OptionalInt cpuPerMille,
    OptionalLong usedMemoryBytes,
    OptionalLong totalMemoryBytes,
    long requests,
    Optional<Instant> lastRequest,
    List<Property> properties) {
  /** Copies the list, and checks the load. */
  public NodeState {
    if (cpuPerMille.orElse(0) < 0 || cpuPerMille.orElse(0) > 1_000) {
      throw new IllegalArgumentException(
          "a load is 0 to 1000 per mille, not " + cpuPerMille.getAsInt());
    }
    properties = List.copyOf(properties);
  }
}

package dev.flotilla.metrics;

import java.util.List;

/**
 * Whether a server works, for a supervisor or a load balancer. Immutable.
 *
 * @param isLive false if the server has failed for good and only a restart can help
 * @param isReady whether it is a member of its group and knows a leader that has a majority
 * @param problems what is wrong, in words with the remedy; a server with problems may be ready
 */
public record ServerHealth(boolean isLive, boolean isReady, List<String> problems) {
  /** Copies the list. */
  public ServerHealth {
    problems = List.copyOf(problems);
  }
}

package dev.flotilla.bench.harness.agent;

import java.util.Objects;
import java.util.UUID;

/**
 * What a manager asks of an agent.
 *
 * @param manager the manager's id, new at each of its starts
 * @param content what is asked
 */
record AgentRequest<Q>(UUID manager, Q content) {
  /** Rejects a request with a missing part. */
  AgentRequest {
    Objects.requireNonNull(manager, "manager");
    Objects.requireNonNull(content, "content");
  }
}

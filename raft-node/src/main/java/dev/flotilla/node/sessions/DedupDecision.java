package dev.flotilla.node.sessions;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.Command;

/**
 * What is to become of a committed command, or other request of a client; the same on every member
 * (safety rule 6).
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public sealed interface DedupDecision {
  /** It is new: to be executed, and its result to be handed to {@link ClientTable#resolve}. */
  record Execute(Command command, CachedResult memory) implements DedupDecision {}

  /** It was executed before, or is earlier in the same batch: its first result answers it. */
  record Repeat(Command command, CachedResult memory) implements DedupDecision {}

  /** It is not executed; this is the answer. */
  record Answer(InsertOutcome outcome) implements DedupDecision {}
}

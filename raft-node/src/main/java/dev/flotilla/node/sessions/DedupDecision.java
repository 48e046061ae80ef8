package dev.flotilla.node.sessions;

import dev.flotilla.node.outcome.InsertOutcome;

/**
 * What is to become of a committed command, or other request of a client; the same on every member
 * (safety rule 6).
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public sealed interface DedupDecision permits CachedResult, DedupDecision.Answer {
  /** It is not executed; this is the answer. */
  record Answer(InsertOutcome outcome) implements DedupDecision {}
}

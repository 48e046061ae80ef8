package dev.flotilla.node.sessions;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.LogPosition;
import java.util.Optional;

/**
 * What is remembered of one executed command. Readable until the next batch is decided.
 *
 * <p>As a decision on an entry: if the position is that of the entry, its command is new, to be
 * executed, and its result to be handed to {@link ClientTable#resolve}. Otherwise it was executed
 * before, or is earlier in the same batch: its first result answers it.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public non-sealed interface CachedResult extends DedupDecision {
  LogPosition position();

  /** The first result; empty if it is no longer kept, or has no value. */
  Optional<Result> result();

  /** Whether a command that has its result succeeded. */
  boolean success();
}

package dev.flotilla.node.sessions;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.LogPosition;
import java.util.Optional;

/**
 * What is remembered of one executed command. Readable until the next batch is decided.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public interface CachedResult {
  LogPosition position();

  /** The first result; empty if it is no longer kept, or has no value. */
  Optional<Result> result();

  /** Whether a command that has its result succeeded. */
  boolean success();
}

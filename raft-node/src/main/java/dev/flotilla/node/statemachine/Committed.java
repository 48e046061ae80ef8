package dev.flotilla.node.statemachine;

import dev.flotilla.raft.model.LogPosition;

/**
 * What the log hands to a state machine: a command to execute, or the end of a client's session.
 */
public sealed interface Committed permits CommittedCommand, SessionEnd {
  /**
   * Where it stands in the log. The ends of sessions share the position of the entry they precede.
   */
  LogPosition position();

  /**
   * The log time of its entry in milliseconds: how long leaders have been in office since the group
   * began. It is the same on every member, never descends along the log, and stands still while
   * nobody leads. It has nothing to do with a clock on a wall.
   */
  long timeMillis();
}

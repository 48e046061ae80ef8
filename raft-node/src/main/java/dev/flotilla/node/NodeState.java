package dev.flotilla.node;

/** Whether a node works. */
public enum NodeState {
  /** It takes part in its group. */
  RUNNING,
  /** It was closed, or is being closed. */
  CLOSED,
  /** It stopped itself; {@link RaftNode#stopped()} says why. */
  FAILED
}

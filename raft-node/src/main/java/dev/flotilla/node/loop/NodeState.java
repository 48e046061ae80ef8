package dev.flotilla.node.loop;

/** Whether a node works. */
public enum NodeState {
  /** It takes part in its group. */
  RUNNING,
  /** It was closed, or is being closed. */
  CLOSED,
  /** It stopped itself; {@link dev.flotilla.node.RaftNode#stopped()} says why. */
  FAILED
}

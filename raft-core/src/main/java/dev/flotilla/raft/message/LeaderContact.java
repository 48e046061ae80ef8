package dev.flotilla.raft.message;

/** What a follower reports about the leader whose request it answers. */
public enum LeaderContact {
  /** It cannot call the leader at the address that the leader names. */
  NOT_CALLABLE,

  /** It can call the leader, as far as it knows. */
  CALLABLE,

  /**
   * It can, as far as it knows, and starts an election only after several of the long intervals
   * that the leader has proposed.
   */
  QUIET
}

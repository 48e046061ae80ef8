package dev.flotilla.raft.message;

/** How a follower stands to the leader whose request it answers. */
public enum LeaderContact {
  /** It cannot call the leader at the address that the leader names; otherwise as it heard. */
  NOT_CALLABLE,

  /** It can call the leader, as far as it knows. */
  CALLABLE,

  /**
   * It can, as far as it knows, and misses the leader only after several of the long intervals that
   * the leader has proposed.
   */
  QUIET
}

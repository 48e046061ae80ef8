package dev.flotilla.client;

/** What a server is to its group. Later versions may add kinds. */
public enum MemberKind {
  /** It votes, and holds the state. */
  VOTER,
  /** It votes, and holds no state. */
  WITNESS,
  /** It gets the log, and counts for nothing. */
  LEARNER,
  /** It gets the log, and becomes a voter once it has caught up. */
  JOINING,
  /** It votes until the change that is under way is made. */
  LEAVING,
  /** It is no member, such as a server that waits to be added. */
  NONE
}

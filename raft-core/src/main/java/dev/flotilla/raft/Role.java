package dev.flotilla.raft;

/** What a server does at the moment (Raft §5.1, thesis §9.6). */
public enum Role {
  /** Answers requests. */
  FOLLOWER,
  /** Asks whether an election could succeed. */
  PRE_CANDIDATE,
  /** Asks for votes. */
  CANDIDATE,
  /** Replicates its log. */
  LEADER
}

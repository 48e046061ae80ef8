package dev.flotilla.raft.message;

import java.util.Arrays;

/** Why a server refuses a vote or a pre-vote: for people, nothing is decided by it. */
public enum VoteRefusal {
  /** The vote was granted, or the responder did not say. */
  NONE("it gave no reason"),
  /** The responder hears a leader, or may have answered one before it started. */
  HEARS_LEADER("it heard a leader, or started, a moment ago"),
  /** The responder's log is more up to date. */
  NEWER_LOG("its log is more up to date"),
  /** The responder is in a later term. */
  LATER_TERM("it is in a later term"),
  /** The responder voted for another server in this term. */
  VOTED("it voted for another server in this term"),
  /** The responder cannot call the candidate at the address that the candidate names. */
  CANNOT_CALL("it cannot call this server at the address that this server names");

  private final String text;

  VoteRefusal(String text) {
    this.text = text;
  }

  /** The name in messages. */
  public String wireName() {
    return name();
  }

  /** The reason with a name in messages; {@link #NONE} for a name that a later version uses. */
  public static VoteRefusal ofWireName(String name) {
    return Arrays.stream(values()).filter(it -> it.name().equals(name)).findFirst().orElse(NONE);
  }

  /** A clause of which the responder is the subject. */
  @Override
  public String toString() {
    return text;
  }
}

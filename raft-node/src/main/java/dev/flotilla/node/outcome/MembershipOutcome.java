package dev.flotilla.node.outcome;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/** How a request to change the members ended. */
public sealed interface MembershipOutcome {
  /**
   * Made, and committed.
   *
   * @param configuration the members now
   */
  record Done(Configuration configuration) implements MembershipOutcome {}

  /**
   * Given up: another change took its place.
   *
   * @param configuration where that leads to, or has led
   */
  record Superseded(Configuration configuration) implements MembershipOutcome {}

  /**
   * Nothing was done: this server does not lead.
   *
   * @param leader the leader as far as known here
   */
  record NotLeader(Optional<Member> leader) implements MembershipOutcome {}

  /**
   * Nothing was done, and the same request may be taken in a moment.
   *
   * @param reason what is in the way
   */
  record Busy(String reason) implements MembershipOutcome {}

  /**
   * Nothing was done.
   *
   * @param reason why, and what to do about it
   */
  record Refused(String reason) implements MembershipOutcome {}

  /**
   * It was begun, and may still be made: whoever leads goes on with it.
   *
   * @param reason why nothing better can be said
   */
  record Unknown(String reason) implements MembershipOutcome {}
}

package dev.flotilla.node.outcome;

import dev.flotilla.raft.model.Member;
import java.util.Optional;

/** How a request to hand leadership over ended. */
public sealed interface HandoverOutcome {
  /**
   * This server has led, and now another does: as a rule the one that was to.
   *
   * @param leader who
   */
  record Done(Member leader) implements HandoverOutcome {}

  /**
   * Nothing was done: this server does not lead.
   *
   * @param leader the leader as far as known here
   */
  record NotLeader(Optional<Member> leader) implements HandoverOutcome {}

  /**
   * Nothing was done.
   *
   * @param reason why
   */
  record Refused(String reason) implements HandoverOutcome {}

  /**
   * It was tried, and nobody else is known to lead now.
   *
   * @param reason what happened instead
   */
  record Abandoned(String reason) implements HandoverOutcome {}
}

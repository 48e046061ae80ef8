package dev.flotilla.raft;

import dev.flotilla.raft.model.Member;
import java.util.Optional;

/** What became at once of a request to hand leadership over. */
public sealed interface TransferOutcome {
  /**
   * It is under way, and ends within one longest election timeout.
   *
   * @param heir who is to lead
   */
  record Started(Member heir) implements TransferOutcome {}

  /**
   * This server does not lead.
   *
   * @param leader the leader as far as known here
   */
  record NotLeader(Optional<Member> leader) implements TransferOutcome {}

  /**
   * Nothing was done.
   *
   * @param reason why, in words for an operator
   */
  record Refused(String reason) implements TransferOutcome {}
}

package dev.flotilla.node.outcome;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/** How an InsertCommand or OpenSession ended, as its sender may know it (safety rule 5). */
public sealed interface InsertOutcome {
  /**
   * Committed and applied, now or by an earlier attempt with the same uid.
   *
   * @param result what the state machine answered to the first execution
   */
  record Executed(Result result) implements InsertOutcome {}

  /**
   * Committed and applied, by an earlier attempt with the same uid so long ago that its large
   * result is no longer kept, or with a result that has no value.
   *
   * @param success whether the state machine accepted it
   */
  record ResultDropped(boolean success) implements InsertOutcome {}

  /**
   * The session is open, opened now or by an earlier attempt with the same uid.
   *
   * @param session its id
   */
  record SessionOpened(long session) implements InsertOutcome {}

  /**
   * Certainly not executed by this attempt, nor by any that is still under way or yet to come: no
   * session of this id lives. Attempts that ended without an answer may have been executed before
   * it expired.
   *
   * @param session the id
   */
  record SessionExpired(long session) implements InsertOutcome {}

  /**
   * Certainly not executed by this attempt: this server does not lead.
   *
   * @param leader the leader as far as known here
   */
  record NotLeader(Optional<Member> leader) implements InsertOutcome {}

  /**
   * Certainly not executed by this attempt: too much is waiting already.
   *
   * @param limit which bound was met, with its value
   */
  record Busy(String limit) implements InsertOutcome {}

  /**
   * Certainly not executed by this attempt: the leader's disk is full (safety rule 11). It hands
   * its office over to a server that has room, if there is one; and takes commands again by itself
   * when there is room.
   *
   * @param reason the words for a client, with the remedy
   */
  record DiskFull(String reason) implements InsertOutcome {}

  /**
   * Certainly not executed by this attempt: not every member is known to know what it takes (safety
   * rule 12). A later attempt may be: also a leader that has just been started may say this, since
   * it learns anew what is in force.
   *
   * @param activeVersion the version of the protocol that is in force as far as known here
   * @param neededVersion the version that is needed
   */
  record NotActivated(int activeVersion, int neededVersion) implements InsertOutcome {}

  /**
   * Certainly not executed by this attempt: the command is of a version that the group does not
   * take yet, since a member's program does not know it. A later attempt may be.
   *
   * @param reason names the members that are behind, and their versions
   */
  record CommandsNotActive(String reason) implements InsertOutcome {}

  /**
   * Certainly not executed by this attempt: the program of the leader cannot read the command.
   *
   * @param reason what it cannot read
   */
  record NotUnderstood(String reason) implements InsertOutcome {}

  /**
   * Certainly not executed by this attempt: this server applies nothing any more. Another may.
   *
   * @param reason why, with the remedy
   */
  record NotServing(String reason) implements InsertOutcome {}

  /**
   * Certainly not executed by this attempt, and a retry is no use.
   *
   * @param reason what is wrong with the command
   */
  record Invalid(String reason) implements InsertOutcome {}

  /**
   * It may have been executed, or may still be.
   *
   * @param reason why nothing better can be said
   */
  record Unknown(String reason) implements InsertOutcome {}
}

package dev.flotilla.raft;

import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/** What became of a proposal at once. */
public sealed interface ProposalOutcome {
  /**
   * In the leader's log; committed if, and only if, an entry of this index and term is ever handed
   * out as committed.
   *
   * @param position where it stands
   */
  record Appended(LogPosition position) implements ProposalOutcome {}

  /**
   * Not in any log: this server does not lead.
   *
   * @param leader the leader as far as known here
   */
  record NotLeader(Optional<Member> leader) implements ProposalOutcome {}

  /**
   * Not in any log: too many bytes wait to be committed and handed to the state machine.
   *
   * @param maxUncommittedBytes the bound that was met
   */
  record Busy(int maxUncommittedBytes) implements ProposalOutcome {}

  /**
   * Not in any log: the leader's disk has set no room aside for it (safety rule 11).
   *
   * @param next whether more is being made; with {@link LogRoom.Next#NO_ROOM} the disk is full
   */
  record NoRoom(LogRoom.Next next) implements ProposalOutcome {}

  /**
   * Not in any log: the leader is about to hand its office over, for one longest election timeout
   * at the most.
   *
   * @param heir to whom
   */
  record HandingOver(Member heir) implements ProposalOutcome {}

  /**
   * Not in any log: the group's members are not known yet to know all of the protocol that it takes
   * (safety rule 12).
   *
   * @param activeVersion what is in force here
   * @param neededVersion what brings it
   */
  record NotActivated(int activeVersion, int neededVersion) implements ProposalOutcome {}
}

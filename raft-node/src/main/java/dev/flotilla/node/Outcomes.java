package dev.flotilla.node;

import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.request.ClientRequest;
import dev.flotilla.node.request.Insert;
import dev.flotilla.node.request.MemberChange;
import dev.flotilla.node.request.Read;
import dev.flotilla.node.request.Transfer;
import dev.flotilla.raft.ProposalOutcome;
import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.util.Optional;

/** Outcomes and their wording that do not depend on the state of a loop. */
final class Outcomes {
  /** For what never reached the log of a node that runs no more: certainly not executed. */
  static final InsertOutcome.NotLeader NOT_RUNNING = new InsertOutcome.NotLeader(Optional.empty());

  private Outcomes() {}

  static InsertOutcome.Invalid tooLarge(Command command) {
    return new InsertOutcome.Invalid(
        "the command under uid '"
            + command.uid()
            + "' takes "
            + command.sizeBytes()
            + " bytes; at most "
            + RaftNode.MAX_COMMAND_BYTES
            + " are taken. Split it, or store the bulk elsewhere");
  }

  static <T> QueryOutcome<T> tooLarge(Bytes query) {
    return new QueryOutcome.Unanswerable<>(
        "the question takes %s bytes; at most %s are taken. Ask for less at a time"
            .formatted(query.size(), RaftNode.MAX_COMMAND_BYTES));
  }

  static InsertOutcome noRoom(LogRoom.Next next) {
    return switch (next) {
      case READY, BEING_MADE ->
          new InsertOutcome.Busy("room for the log is being set aside on the leader's disk");
      case NO_ROOM ->
          new InsertOutcome.DiskFull(
              "the leader can set aside no more of its disk for the log (it has logged why); free some"
                  + " of it, or wait until another server leads");
      case SPARED ->
          new InsertOutcome.DiskFull(
              "the leader's disk has too little room for its state machine; free some of it, or"
                  + " wait until another server leads");
    };
  }

  static InsertOutcome.Busy full(Mailbox<?> mailbox) {
    return new InsertOutcome.Busy(limit(mailbox));
  }

  static String limit(Mailbox<?> mailbox) {
    return mailbox.bounds() + " wait already";
  }

  /** The answer to a command that the core has not appended. */
  static InsertOutcome ofRefused(ProposalOutcome outcome) {
    if (outcome instanceof ProposalOutcome.NotLeader elsewhere) {
      return new InsertOutcome.NotLeader(elsewhere.leader());
    } else if (outcome instanceof ProposalOutcome.Busy busy) {
      return new InsertOutcome.Busy(
          busy.maxUncommittedBytes() + " bytes wait to be committed and applied");
    } else if (outcome instanceof ProposalOutcome.NoRoom noRoom) {
      return noRoom(noRoom.next());
    } else if (outcome instanceof ProposalOutcome.NotActivated not) {
      return new InsertOutcome.NotActivated(not.activeVersion(), not.neededVersion());
    } else if (outcome instanceof ProposalOutcome.HandingOver handingOver) {
      return new InsertOutcome.Busy(
          "leadership is being handed over to " + handingOver.heir().id());
    }
    throw new IllegalArgumentException("not a refusal: " + outcome);
  }

  /** Answers a request for which there is no room. */
  static void refuseForNow(ClientRequest request, String limit) {
    if (request instanceof Insert insert) {
      insert.answer(new InsertOutcome.Busy(limit));
    } else if (request instanceof Read<?> read) {
      read.answer(new QueryOutcome.Busy<>(limit));
    } else if (request instanceof Transfer transfer) {
      transfer.answer(new HandoverOutcome.Refused(limit));
    } else if (request instanceof MemberChange change) {
      change.answer(new MembershipOutcome.Busy(limit));
    }
  }

  /** Answers a request that a node takes up no more. */
  static void refuse(ClientRequest request, String reason) {
    if (request instanceof Insert insert) {
      insert.answer(NOT_RUNNING);
    } else if (request instanceof Read<?> read) {
      read.answer(new QueryOutcome.Unanswered<>(reason));
    } else if (request instanceof Transfer transfer) {
      transfer.answer(new HandoverOutcome.Refused(reason));
    } else if (request instanceof MemberChange change) {
      change.answer(new MembershipOutcome.Refused(reason));
    }
  }
}

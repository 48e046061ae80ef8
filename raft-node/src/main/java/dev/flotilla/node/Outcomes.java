package dev.flotilla.node;

import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.util.Optional;

/** The wording of outcomes that more than one place gives. */
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
}

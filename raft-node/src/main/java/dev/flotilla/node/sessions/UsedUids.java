package dev.flotilla.node.sessions;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.SessionTag;

/**
 * What is said to a client that uses a uid, or a number of its session, once more. Any thread.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class UsedUids {
  private UsedUids() {}

  public static InsertOutcome.Invalid otherCommand(ClientPayload payload) {
    if (payload instanceof Command command && command.session().isPresent()) {
      SessionTag tag = command.session().get();
      return new InsertOutcome.Invalid(
          "number "
              + tag.sequence()
              + " of session "
              + tag.session()
              + " was used for another command; a new command needs a new number");
    }
    return new InsertOutcome.Invalid(
        "uid '" + payload.uid() + "' was used for another command; a new command needs a new uid");
  }

  static InsertOutcome.Invalid answered(SessionTag tag, long lowestUnanswered) {
    return new InsertOutcome.Invalid(
        "number "
            + tag.sequence()
            + " of session "
            + tag.session()
            + " comes after its client has said that all before "
            + lowestUnanswered
            + " are answered; it is not executed by this attempt, and its result is not kept");
  }
}

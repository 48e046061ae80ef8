package dev.flotilla.node.sessions;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Command;
import java.util.Optional;

/**
 * What is to become of a committed command, or other request of a client; the same on every member
 * (safety rule 6).
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public sealed interface DedupDecision {
  /** The answer to the client, after the command is executed if it was to be. */
  InsertOutcome outcome(StateMachine machine);

  /** It is new: to be executed, and its result to be handed to {@link ClientTable#resolve}. */
  record Execute(Command command, CachedResult memory) implements DedupDecision {
    @Override
    public InsertOutcome outcome(StateMachine machine) {
      Optional<Result> result = memory.result();
      if (result.isEmpty()) {
        result =
            machine
                .find(command.uid())
                .filter(kept -> kept.position().equals(memory.position()))
                .map(JournalRecord::result)
                .filter(Result::hasValue);
      }
      return result.isPresent()
          ? new InsertOutcome.Executed(result.get())
          : new InsertOutcome.ResultDropped(memory.success());
    }
  }

  /** It was executed before, or is earlier in the same batch: its first result answers it. */
  record Repeat(Command command, CachedResult memory) implements DedupDecision {
    @Override
    public InsertOutcome outcome(StateMachine machine) {
      return new Execute(command, memory).outcome(machine);
    }
  }

  /** It is not executed; this is the answer. */
  record Answer(InsertOutcome outcome) implements DedupDecision {
    @Override
    public InsertOutcome outcome(StateMachine machine) {
      return outcome;
    }
  }
}

package dev.flotilla.node;

import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import java.util.Optional;

/** What may be asked of the applied state; the apply thread's own view. */
final class AppliedState {
  private final StateMachine machine;
  private final ClientTable clients;

  AppliedState(StateMachine machine, ClientTable clients) {
    this.machine = machine;
    this.clients = clients;
  }

  Result query(Bytes query) {
    return machine.query(query);
  }

  /** The answer to a command that was decided on and, if it was to be executed, has been. */
  InsertOutcome outcome(Decision decision) {
    if (decision instanceof Decision.Execute execute) {
      return executed(execute.command(), execute.memory());
    }
    if (decision instanceof Decision.Repeat repeat) {
      return executed(repeat.command(), repeat.memory());
    }
    return ((Decision.Answer) decision).outcome();
  }

  private InsertOutcome executed(Command command, Memory memory) {
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

  Optional<ExecutedCommand> find(String uid) {
    Optional<JournalRecord> kept = machine.find(uid);
    if (kept.isPresent()) {
      JournalRecord it = kept.get();
      Result result = it.result();
      return Optional.of(
          new ExecutedCommand(
              it.position(), uid, Optional.of(it.command()), result.success(), result.answer()));
    }
    return clients
        .find(uid)
        .map(
            memory ->
                new ExecutedCommand(
                    memory.position(),
                    uid,
                    Optional.empty(),
                    memory.success(),
                    memory.result().map(Result::value)));
  }

  Optional<ExecutedCommand> latest() {
    return clients.latestUid().flatMap(this::find);
  }
}

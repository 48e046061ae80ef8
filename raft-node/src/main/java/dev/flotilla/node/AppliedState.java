package dev.flotilla.node;

import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.Bytes;
import java.util.Optional;

/** What may be asked of the applied state; the apply thread's own view. */
final class AppliedState {
  private final StateMachine machine;
  private final ExecutionWindow window;

  AppliedState(StateMachine machine, ExecutionWindow window) {
    this.machine = machine;
    this.window = window;
  }

  Result query(Bytes query) {
    return machine.query(query);
  }

  Optional<ExecutedCommand> find(String uid) {
    Optional<JournalRecord> kept = machine.find(uid);
    if (kept.isPresent()) {
      JournalRecord it = kept.get();
      Result result = it.result();
      return Optional.of(
          new ExecutedCommand(
              it.position(),
              uid,
              Optional.of(it.command()),
              result.success(),
              Optional.of(result.value())));
    }
    int handle = window.find(uid);
    return handle < 0
        ? Optional.empty()
        : Optional.of(
            new ExecutedCommand(
                window.position(handle),
                uid,
                Optional.empty(),
                window.success(handle),
                window.result(handle).map(Result::value)));
  }

  Optional<ExecutedCommand> latest() {
    return window.latestUid().flatMap(this::find);
  }
}

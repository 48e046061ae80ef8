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
      return Optional.of(
          new ExecutedCommand(it.position(), uid, Optional.of(it.command()), it.result()));
    }
    int handle = window.find(uid);
    return handle < 0
        ? Optional.empty()
        : window
            .result(handle)
            .map(
                result ->
                    new ExecutedCommand(window.position(handle), uid, Optional.empty(), result));
  }

  Optional<ExecutedCommand> latest() {
    return window.latestUid().flatMap(this::find);
  }
}

package dev.flotilla.node;

import dev.flotilla.raft.Command;
import java.util.function.Consumer;

/** One attempt to have a command executed. */
record Insert(Command command, Consumer<? super InsertOutcome> answer) implements ClientRequest {
  @Override
  public int sizeBytes() {
    return command.sizeBytes();
  }

  void answer(InsertOutcome outcome) {
    Answers.give(answer, outcome);
  }
}

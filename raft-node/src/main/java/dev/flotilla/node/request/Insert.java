package dev.flotilla.node.request;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.ClientPayload;
import java.util.function.Consumer;

/**
 * One attempt to have a command executed, or a session opened.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public record Insert(ClientPayload payload, Consumer<? super InsertOutcome> answer)
    implements ClientRequest {
  @Override
  public int sizeBytes() {
    return payload.sizeBytes();
  }

  public void answer(InsertOutcome outcome) {
    Answers.give(answer, outcome);
  }
}

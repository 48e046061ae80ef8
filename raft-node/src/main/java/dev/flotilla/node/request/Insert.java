package dev.flotilla.node.request;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.ClientPayload;
import java.util.function.Consumer;

/**
 * One attempt to have a command executed, or a session opened.
 *
 * <p>Internal: public only for the other packages of raft-node.
 *
 * @param commandsVersion since which version of the commands the command exists
 */
public record Insert(
    ClientPayload payload, int commandsVersion, Consumer<? super InsertOutcome> answer)
    implements ClientRequest {
  /** Of what every program knows. */
  public Insert(ClientPayload payload, Consumer<? super InsertOutcome> answer) {
    this(payload, 1, answer);
  }

  @Override
  public int sizeBytes() {
    return payload.sizeBytes();
  }

  public void answer(InsertOutcome outcome) {
    Answers.give(answer, outcome);
  }
}

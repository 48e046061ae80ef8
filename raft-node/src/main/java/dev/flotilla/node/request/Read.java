package dev.flotilla.node.request;

import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.statemachine.Inquiry;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A question about the replicated state.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public record Read<T>(
    Function<AppliedState, Inquiry<T>> question,
    int sizeBytes,
    Consumer<? super QueryOutcome<T>> answer,
    Freshness freshness)
    implements ClientRequest {
  /** A linearizable one. */
  public Read(
      Function<AppliedState, Inquiry<T>> question,
      int sizeBytes,
      Consumer<? super QueryOutcome<T>> answer) {
    this(question, sizeBytes, answer, Freshness.LINEARIZABLE);
  }

  public void answer(QueryOutcome<T> outcome) {
    NodeLoop.callBack(answer, outcome);
  }
}

package dev.flotilla.node;

import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.statemachine.Inquiry;
import java.util.function.Consumer;
import java.util.function.Function;

/** A question about the replicated state. */
record Read<T>(
    Function<AppliedState, Inquiry<T>> question,
    int sizeBytes,
    Consumer<? super QueryOutcome<T>> answer)
    implements ClientRequest {
  void answer(QueryOutcome<T> outcome) {
    Answers.give(answer, outcome);
  }
}

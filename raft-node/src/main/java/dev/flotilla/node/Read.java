package dev.flotilla.node;

import java.util.function.Consumer;
import java.util.function.Function;

/** A question about the replicated state. */
record Read<T>(
    Function<AppliedState, T> question, int sizeBytes, Consumer<? super QueryOutcome<T>> answer)
    implements ClientRequest {
  void answer(QueryOutcome<T> outcome) {
    Answers.give(answer, outcome);
  }

  /** On the apply thread. */
  void answerFrom(AppliedState state) {
    QueryOutcome<T> outcome;
    try {
      outcome = new QueryOutcome.Answered<>(question.apply(state));
    } catch (RuntimeException e) {
      // A question changes nothing, so a machine that fails to answer it has not diverged.
      outcome = new QueryOutcome.Unanswerable<>("the state machine failed to answer: " + e);
    }
    answer(outcome);
  }
}

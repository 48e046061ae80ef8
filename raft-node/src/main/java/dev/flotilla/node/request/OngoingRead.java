package dev.flotilla.node.request;

import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.WorkBudget;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A question that is being answered, slice by slice. Of the apply thread.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class OngoingRead<T> {
  private final Read<T> read;
  private final OptionalLong provenNanos;
  private @Nullable Inquiry<T> inquiry;

  public OngoingRead(Read<T> read, OptionalLong provenNanos) {
    this.read = read;
    this.provenNanos = provenNanos;
  }

  /** Works for one slice; returns whether the question has been answered. */
  public boolean proceed(AppliedState state, WorkBudget budget) {
    Optional<T> answer;
    try {
      Inquiry<T> begun =
          inquiry == null ? read.question().apply(state.proven(provenNanos)) : inquiry;
      inquiry = begun;
      answer = begun.proceed(budget);
    } catch (RuntimeException e) {
      // A question changes nothing, so a machine that fails to answer it has not diverged.
      read.answer(new QueryOutcome.Unanswerable<>("the state machine failed to answer: " + e));
      return true;
    }
    answer.ifPresent(it -> read.answer(new QueryOutcome.Answered<>(it)));
    return answer.isPresent();
  }

  /** Begins anew with the next slice, of another state. */
  public void restart() {
    inquiry = null;
  }

  public void abandon(String reason) {
    read.answer(new QueryOutcome.Unanswered<>(reason));
  }
}

package dev.flotilla.node;

import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.request.AppliedState;
import dev.flotilla.node.request.ApplyRequest;
import dev.flotilla.node.request.OngoingRead;
import dev.flotilla.node.request.Read;
import dev.flotilla.node.statemachine.WorkBudget;
import java.util.ArrayDeque;
import java.util.OptionalLong;

/**
 * Confirmed questions: those whose entry is not applied yet, in the order of arrival, and those
 * that are being answered, in turns. Whatever they wait for is committed, so that one that waits
 * for a later entry holds up the others only until that is applied.
 *
 * <p>Of the apply thread. Bounds: {@link #MAX_ONGOING} that are being answered, and {@link
 * NodeQueues#MAX_QUESTIONS} and {@link NodeQueues#MAX_QUESTION_BYTES} of those that wait for their
 * entry.
 */
final class ConfirmedReads {
  /** Questions that are being answered at once; further ones stay in their queue. */
  static final int MAX_ONGOING = 64;

  /** What one question may cost before the next has its turn, in units of {@link WorkBudget}. */
  static final int SLICE_UNITS = 64;

  private final NodeQueues queues;
  private final ArrayDeque<ApplyRequest.Answer> early = new ArrayDeque<>();
  private final ArrayDeque<OngoingRead<?>> ongoing = new ArrayDeque<>();

  /** Whether there is none; a field, because it is looked at in every cycle. */
  boolean isEmpty = true;

  /** The sum of what the early ones hold. */
  private long earlyBytes;

  ConfirmedReads(NodeQueues queues) {
    this.queues = queues;
  }

  /** Whether another question can be taken. */
  boolean hasRoom() {
    return ongoing.size() < MAX_ONGOING;
  }

  /** Whether one waits for an entry. */
  boolean isWaiting() {
    return !early.isEmpty();
  }

  /** Takes a question, or answers that there are too many. */
  void take(ApplyRequest.Answer answer, long appliedIndex) {
    if (answer.index() <= appliedIndex) {
      begin(answer.read(), answer.provenNanos());
    } else if (early.size() < NodeQueues.MAX_QUESTIONS
        && earlyBytes + answer.sizeBytes() <= queues.maxQuestionBytes()) {
      early.add(answer);
      earlyBytes += answer.sizeBytes();
    } else {
      answer.read().answer(new QueryOutcome.Busy<>(Outcomes.limit(queues.questions)));
      return;
    }
    isEmpty = false;
  }

  private <T> void begin(Read<T> read, OptionalLong provenNanos) {
    ongoing.add(new OngoingRead<>(read, provenNanos));
  }

  /** Begins those whose entry is applied, as far as there is room. */
  void beginApplied(long appliedIndex) {
    while (hasRoom() && !early.isEmpty() && early.element().index() <= appliedIndex) {
      ApplyRequest.Answer next = early.remove();
      earlyBytes -= next.sizeBytes();
      begin(next.read(), next.provenNanos());
    }
  }

  /** Works on the next question for one slice; returns whether there was one. */
  boolean proceed(AppliedState state, WorkBudget budget) {
    OngoingRead<?> next = ongoing.poll();
    if (next == null) {
      return false;
    }
    WorkBudget slice = new WorkBudget(Math.min(SLICE_UNITS, Math.max(1, budget.leftUnits())));
    boolean isAnswered = next.proceed(state, slice);
    // A slice that found nothing to do has had its turn all the same.
    budget.spend(Math.max(1, slice.spentUnits()));
    if (!isAnswered) {
      ongoing.add(next);
    }
    isEmpty = ongoing.isEmpty() && early.isEmpty();
    return true;
  }

  /** The state has been replaced: what has begun begins anew. */
  void restart() {
    ongoing.forEach(OngoingRead::restart);
  }

  /** Answers all that the node ends. */
  void abandon(String reason) {
    ongoing.forEach(it -> it.abandon(reason));
    early.forEach(it -> it.read().answer(new QueryOutcome.Unanswered<>(reason)));
    ongoing.clear();
    early.clear();
    earlyBytes = 0;
    isEmpty = true;
  }
}

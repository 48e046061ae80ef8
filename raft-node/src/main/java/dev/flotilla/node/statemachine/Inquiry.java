package dev.flotilla.node.statemachine;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A question on its way to an answer, in slices of bounded work: committed commands are applied
 * between two of them.
 *
 * <p>On the apply thread. The answer must be true of some moment between the first slice and the
 * last. One that is given up is dropped, so it must hold nothing that has to be closed; one that a
 * {@link RestorableStateMachine#restoreFrom} interrupts is begun again.
 *
 * @param <T> the answer
 */
public interface Inquiry<T> {
  /**
   * Works until there is an answer, or the budget is spent. A piece that cannot be cut may spend
   * more than is left.
   *
   * @param budget what this slice may cost; at least one unit is left
   * @return the answer; empty to go on later
   */
  Optional<T> proceed(WorkBudget budget);

  /** One that is answered in one slice, for one unit. */
  static <T> Inquiry<T> of(Supplier<T> answer) {
    return budget -> {
      budget.spend(1);
      return Optional.of(answer.get());
    };
  }

  /** The same inquiry with its answer in another form. */
  default <R> Inquiry<R> map(Function<? super T, ? extends R> form) {
    return budget -> proceed(budget).map(form);
  }
}

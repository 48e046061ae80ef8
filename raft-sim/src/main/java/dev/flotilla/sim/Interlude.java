package dev.flotilla.sim;

import java.util.function.Consumer;

/**
 * Lets the world go on while one server waits in the middle of something, as for a force of its
 * disk. One server at a time: what the others do meanwhile happens at once, so nobody waits for
 * anybody longer than true time says.
 */
final class Interlude {
  private final EventQueue agenda;
  private final Consumer<Violation> violations;
  private boolean underWay;

  /**
   * Starts without one.
   *
   * @param violations takes what happens during one: production code would swallow it
   */
  Interlude(EventQueue agenda, Consumer<Violation> violations) {
    this.agenda = agenda;
    this.violations = violations;
  }

  /** Lets there be none. */
  void forbid() {
    underWay = true;
  }

  boolean isFree() {
    return !underWay;
  }

  /** Lets so much time pass, unless another interlude is under way. */
  void pass(long nanos) {
    if (underWay) {
      return;
    }
    underWay = true;
    try {
      agenda.stepUntil(agenda.nowNanos() + nanos);
    } catch (Violation e) {
      violations.accept(e);
    } finally {
      underWay = false;
    }
  }
}

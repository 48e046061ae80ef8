package dev.flotilla.node.loop;

/**
 * One loop of a node as an object: a thread of the node, a test or a simulator pumps it.
 *
 * <p>Whoever pumps a loop does so from one thread at a time, and makes what one call wrote visible
 * to the next.
 */
public interface DutyCycle {
  /**
   * Does what is waiting, at most one bounded batch of it.
   *
   * @return how much was done; 0 when nothing was waiting
   */
  int doWork();

  /**
   * Whether a {@link #doWork} that did something may have left more, for which neither a bell rings
   * nor a deadline is set.
   */
  default boolean mayHaveMore() {
    return true;
  }

  /**
   * When there will be something to do although nothing arrives, on the node's {@link Clock}.
   *
   * @return nanoseconds; {@link Long#MAX_VALUE} for never
   */
  long nextDeadlineNanos();

  /** A short name, for threads and traces. */
  String name();
}

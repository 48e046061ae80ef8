package dev.flotilla.node.loop;

/**
 * An event loop of the application or of the network, on which a node runs its group's duty cycle.
 *
 * <p>All tasks run on one thread, one after the other, each seeing what those before it wrote. They
 * never block.
 */
public interface SharedLoop {
  /**
   * Runs a task soon, after the tasks before it. Any thread.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the loop is shut down
   */
  void execute(Runnable task);

  /**
   * Runs a task after a delay, on the node's {@link Clock}. On the loop's thread.
   *
   * @return cancels the task if it has not begun; for the loop's thread
   * @throws java.util.concurrent.RejectedExecutionException if the loop is shut down
   */
  Runnable executeAfter(long delayNanos, Runnable task);

  /** Whether the calling thread is the loop's. */
  boolean isCurrent();

  /** Whether the loop has ended, so that it runs nothing any more. Any thread. */
  boolean isTerminated();
}

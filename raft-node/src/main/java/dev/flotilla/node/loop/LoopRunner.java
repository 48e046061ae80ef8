package dev.flotilla.node.loop;

/**
 * Runs one loop of a node.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public interface LoopRunner {
  /** Begins. Once. */
  void start();

  /** Whether the calling thread is the one that runs the loop. */
  boolean isCurrent();

  /**
   * Waits until the loop has ended, or as long as it may take for that ({@link
   * NodeLoop#maxEndMillis}); returns at once on the thread that runs it.
   */
  void join();
}

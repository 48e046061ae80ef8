package dev.flotilla.node;

import java.util.function.Function;

/**
 * Where tests plant faults in a node, to see that they notice.
 *
 * @param window makes the window of executed commands
 * @param promise when the log thread sends what presupposes a force
 */
record Seams(Function<UidHash, ExecutionWindow> window, LogLoop.Promise promise) {
  /** The node as it is. */
  static final Seams NONE =
      new Seams(
          hash ->
              new ExecutionWindow(
                  ExecutionWindow.MAX_COMMANDS, ExecutionWindow.MAX_RESULT_BYTES, hash),
          LogLoop.Promise.AFTER_FORCE);
}

package dev.flotilla.console;

import java.util.concurrent.CompletionStage;

/** Where the console gets its values. */
@FunctionalInterface
public interface ConsoleSource {
  /**
   * Collects the values of now. Must not block.
   *
   * <p>The console calls it on one thread, at most once a second, and never while an earlier call
   * is under way. A failure, or no answer within {@value Poller#MAX_READ_SECONDS} seconds, is shown
   * as a problem; the console asks again.
   *
   * @return may fail, and may complete on any thread
   */
  CompletionStage<ConsoleState> read();
}

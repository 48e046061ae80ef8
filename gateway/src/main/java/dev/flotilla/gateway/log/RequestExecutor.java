package dev.flotilla.gateway.log;

import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Executes a request that a gateway has left behind. Any thread; must not block. */
public interface RequestExecutor {
  /**
   * How it ended.
   *
   * @param isExecuted whether a web server has answered
   * @param answer the answer, if it is small enough to be kept
   */
  record End(boolean isExecuted, Optional<WholeAnswer> answer) {}

  /** Sends a request to web servers until one has answered; the stage never fails. */
  CompletionStage<End> execute(WholeRequest request);
}

package dev.flotilla.gateway.log;

import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Executes a request that a gateway has left behind. Any thread; must not block. */
public interface RequestExecutor {
  /** How it ended. */
  sealed interface End {
    /**
     * A web server has answered.
     *
     * @param answer if it is small enough to be kept
     */
    record Executed(Optional<WholeAnswer> answer) implements End {}

    /** No web server has answered. */
    record Failed() implements End {}

    /** The lease was not held: it may be executed later, or by another gateway. */
    record NotAllowed() implements End {}
  }

  /**
   * Sends a request to web servers until one has answered; the stage never fails.
   *
   * @param lease only while it is held
   */
  CompletionStage<End> execute(WholeRequest request, Lease lease);
}

package dev.flotilla.gateway.log;

import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Keeps requests while they are executed, and the answers of those with an {@code Idempotency-Key}.
 *
 * <p><b>Order.</b> A request is admitted before it is forwarded. Each ticket is completed or
 * abandoned once, after that. A request is sent to a web server only while the lease of its ticket
 * is held.
 *
 * <p><b>Durability and loss.</b> As the implementation says. What is not kept may be executed
 * again, or not at all.
 *
 * <p><b>Threads.</b> Any thread may call; nothing blocks but {@link #close}. Stages may complete on
 * any thread, which must not be blocked, and never fail.
 */
public interface RequestLog extends AutoCloseable {
  /** Whether other gateways know what is in it. */
  boolean isReplicated();

  /**
   * Asks whether to forward a request.
   *
   * @param key of a request with an {@code Idempotency-Key}
   */
  CompletionStage<Admission> admit(WholeRequest request, Optional<RequestKey> key);

  /**
   * Asks whether to forward a request that is too large to be kept.
   *
   * @param method its method
   */
  CompletionStage<Admission> admitStreamed(String method);

  /**
   * A request was answered.
   *
   * @return what to answer to the client: this answer, or an earlier one of the same key
   */
  CompletionStage<Admission> complete(Ticket ticket, WholeAnswer answer);

  /** A request was executed, and its answer is too large to be kept. */
  void completeWithoutAnswer(Ticket ticket);

  /** A request has failed everywhere; its key may be used again. */
  void abandon(Ticket ticket);

  @Override
  void close();
}

package dev.flotilla.dpws.soap;

/**
 * Answers the requests of one operation.
 *
 * @param <Q> the request
 * @param <A> the answer
 */
@FunctionalInterface
public interface OperationHandler<Q, A> {
  /**
   * Called on an event loop for each request, in the order of each connection. Must not block:
   * whoever needs time keeps the exchange and answers from any thread, at any time. An exception
   * becomes a Receiver fault.
   */
  void handle(Q request, Exchange<A> exchange);
}

package dev.flotilla.dpws.soap;

/**
 * An operation: its actions and how its messages are read and written. Immutable.
 *
 * @param action the WS-Addressing action of the request
 * @param responseAction the action of the response; {@link Addressing#NONE} if there is none
 * @param requestReader reads requests, on the server
 * @param requestWriter writes requests, on the client
 * @param responseReader reads responses, on the client
 * @param responseWriter writes responses, on the server
 * @param <Q> the request
 * @param <A> the answer
 */
public record Operation<Q, A>(
    String action,
    String responseAction,
    BodyReader<Q> requestReader,
    BodyWriter<Q> requestWriter,
    BodyReader<A> responseReader,
    BodyWriter<A> responseWriter) {
  /** Rejects empty actions. */
  public Operation {
    if (action.isEmpty() || responseAction.isEmpty()) {
      throw new IllegalArgumentException("an operation needs an action and a response action");
    }
  }

  /**
   * An operation without a response: HTTP answers 202 without a body, or with a fault.
   *
   * @param action the WS-Addressing action of the message
   */
  public static <Q> Operation<Q, EmptyBody> oneWay(
      String action, BodyReader<Q> reader, BodyWriter<Q> writer) {
    return new Operation<>(
        action, Addressing.NONE, reader, writer, EmptyBody.READER, EmptyBody.WRITER);
  }

  /** Whether there is no response. */
  public boolean isOneWay() {
    return responseAction.equals(Addressing.NONE);
  }
}

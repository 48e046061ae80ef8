package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.Framing;
import dev.flotilla.gateway.http.WholeRequest;

/**
 * A request on its way to a web server.
 *
 * @param whole the request; of a streamed one the body is only the beginning
 * @param stream how the rest of a streamed body is framed; {@link Framing#NONE} if there is no more
 * @param isRepeatable whether it may be executed twice
 * @param isUpgrade whether it asks for a WebSocket
 */
record OutgoingRequest(
    WholeRequest whole, Framing stream, boolean isRepeatable, boolean isUpgrade) {
  static OutgoingRequest whole(WholeRequest request, boolean isRepeatable) {
    return new OutgoingRequest(request, Framing.NONE, isRepeatable, false);
  }

  static OutgoingRequest streamed(WholeRequest beginning, Framing framing) {
    return new OutgoingRequest(beginning, framing, false, false);
  }

  static OutgoingRequest upgrade(WholeRequest request) {
    return new OutgoingRequest(request, Framing.NONE, true, true);
  }

  boolean isStreamed() {
    return stream.kind() != Framing.Kind.NONE;
  }

  /** A connection that may have been closed meanwhile is only for what can be sent again. */
  boolean needsNewConnection() {
    return !isRepeatable || isUpgrade;
  }
}

package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.Framing;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.Lease;

/**
 * A request on its way to a web server.
 *
 * @param whole the request; of a streamed one the body is only the beginning
 * @param stream how the rest of a streamed body is framed; {@link Framing#NONE} if there is no more
 * @param isRepeatable whether it may be executed twice
 * @param isUpgrade whether it asks for a WebSocket
 * @param lease while it is held, the request may be sent
 */
record OutgoingRequest(
    WholeRequest whole, Framing stream, boolean isRepeatable, boolean isUpgrade, Lease lease) {
  /** Nothing is to be sent yet. */
  static final OutgoingRequest NONE =
      whole(new WholeRequest("GET", "/", Fields.NONE, new byte[0]), false, Lease.UNLIMITED);

  static OutgoingRequest whole(WholeRequest request, boolean isRepeatable, Lease lease) {
    return new OutgoingRequest(request, Framing.NONE, isRepeatable, false, lease);
  }

  static OutgoingRequest streamed(WholeRequest beginning, Framing framing, Lease lease) {
    return new OutgoingRequest(beginning, framing, false, false, lease);
  }

  static OutgoingRequest upgrade(WholeRequest request) {
    return new OutgoingRequest(request, Framing.NONE, true, true, Lease.UNLIMITED);
  }

  boolean isStreamed() {
    return stream.kind() != Framing.Kind.NONE;
  }

  /** A connection that may have been closed meanwhile is only for what can be sent again. */
  boolean needsNewConnection() {
    return !isRepeatable || isUpgrade;
  }
}

package dev.flotilla.dpws.http;

import dev.flotilla.dpws.Refusals;
import dev.flotilla.dpws.http.message.HttpException;
import java.net.SocketAddress;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs requests that are refused: at WARN, and bounded, those that a setting of this side would
 * accept, as the other side's operator sees only half of it. Any thread.
 */
final class RefusedRequests {
  private static final Logger LOG = LoggerFactory.getLogger(RefusedRequests.class);

  /** Another origin, another host name. */
  private static final Set<Integer> STATUSES_OF_SETTINGS = Set.of(403, 421);

  // For all endpoints: what is logged is bounded together.
  private static final Refusals WARNINGS = new Refusals(LOG);

  private RefusedRequests() {}

  static void log(SocketAddress self, SocketAddress from, HttpException refusal) {
    if (STATUSES_OF_SETTINGS.contains(refusal.status())) {
      WARNINGS.refused(String.valueOf(self), from, String.valueOf(refusal.getMessage()));
    } else {
      LOG.debug("Request from {} refused: {}", from, refusal.getMessage());
    }
  }
}

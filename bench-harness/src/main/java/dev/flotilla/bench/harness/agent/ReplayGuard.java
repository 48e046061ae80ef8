package dev.flotilla.bench.harness.agent;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Remembers the last request of each manager, so that none is accepted twice, nor out of order.
 *
 * <p><b>Thread.</b> Any thread; does not block.
 *
 * <p><b>Bounds.</b> At most {@value #MAX_MANAGERS} managers in the life of an agent: forgetting one
 * would let its recorded requests in again.
 */
final class ReplayGuard {
  private static final int MAX_MANAGERS = 100_000;

  private final String nonce = Seals.newNonce();

  /** Guarded by this. */
  private final Map<UUID, Long> last = new HashMap<>();

  /** What all requests to this start of the agent carry. */
  String nonce() {
    return nonce;
  }

  /** Whether a genuine message is a new one, which counts as used from now on. */
  synchronized boolean accept(SealedMessage message) {
    long before = last.getOrDefault(message.manager(), 0L);
    boolean isKnown = last.containsKey(message.manager());
    if (!message.nonce().equals(nonce)
        || message.sequence() <= before
        || (!isKnown && last.size() >= MAX_MANAGERS)) {
      return false;
    }
    last.put(message.manager(), message.sequence());
    return true;
  }

  /** Accepts nothing of a manager any more: it has said goodbye. */
  synchronized void end(UUID manager) {
    last.put(manager, Long.MAX_VALUE);
  }
}

package dev.flotilla.keys.enrolment;

import dev.flotilla.dpws.TokenBucket;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many connections are accepted: in all and of each address, per second and at once. Any
 * thread. Remembers {@value #MAX_SOURCES} addresses; the one that was silent for longest is
 * forgotten first.
 */
final class SourceLimits {
  private static final int PER_SECOND = 20;
  private static final int PER_SECOND_OF_ONE = 2;
  private static final int BURST_OF_ONE = 6;
  private static final int AT_ONCE_OF_ONE = 2;
  private static final int MAX_SOURCES = 256;

  private final TokenBucket all;
  private final Map<InetAddress, Integer> open = new HashMap<>();
  private final Map<InetAddress, TokenBucket> sources =
      new LinkedHashMap<>(MAX_SOURCES, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, TokenBucket> eldest) {
          return size() > MAX_SOURCES;
        }
      };

  SourceLimits(long nowNanos) {
    this.all = new TokenBucket(PER_SECOND, PER_SECOND, nowNanos);
  }

  /** Whether a connection is accepted now; then {@link #release} must follow. */
  synchronized boolean admits(InetAddress source, long nowNanos) {
    TokenBucket ofOne =
        sources.computeIfAbsent(
            source, it -> new TokenBucket(PER_SECOND_OF_ONE, BURST_OF_ONE, nowNanos));
    // Its own budget first: what one address wastes is not taken from the others.
    if (open.getOrDefault(source, 0) >= AT_ONCE_OF_ONE
        || !ofOne.take(nowNanos)
        || !all.take(nowNanos)) {
      return false;
    }
    open.merge(source, 1, Integer::sum);
    return true;
  }

  /** A connection that was accepted has ended. */
  synchronized void release(InetAddress source) {
    open.computeIfPresent(source, (it, count) -> count == 1 ? null : count - 1);
  }
}

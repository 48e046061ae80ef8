package dev.flotilla.dpws.tls;

import dev.flotilla.dpws.TokenBucket;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs why others are refused: one line for a host and a reason each minute, at most {@value
 * #LINES_PER_SECOND} a second in all, so that nobody can fill the disk with them. Any thread.
 */
final class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(TlsKeys.class);
  private static final int LINES_PER_SECOND = 5;
  private static final int LINES_AT_ONCE = 20;
  private static final int MAX_REMEMBERED = 256;
  private static final long SAME_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final TokenBucket lines =
      new TokenBucket(LINES_PER_SECOND, LINES_AT_ONCE, System.nanoTime());

  // When each was logged, in the order of time.
  private final Map<Refusal, Long> logged = new LinkedHashMap<>();
  private long skipped;

  private record Refusal(String host, String reason) {}

  /** The other side is refused. */
  void refused(SocketAddress other, String reason) {
    long before;
    synchronized (this) {
      long nowNanos = System.nanoTime();
      Refusal refusal = new Refusal(hostOf(other), reason);
      Long last = logged.get(refusal);
      boolean isSame = last != null && nowNanos - last < SAME_NANOS;
      if (isSame || !lines.take(nowNanos)) {
        skipped++;
        return;
      }
      remember(refusal, nowNanos);
      before = skipped;
      skipped = 0;
    }
    if (before == 0) {
      LOG.warn("Refused {}: {}", other, reason);
    } else {
      LOG.warn("Refused {}: {} ({} refusals before were not logged)", other, reason, before);
    }
  }

  private void remember(Refusal refusal, long nowNanos) {
    logged.remove(refusal);
    if (logged.size() >= MAX_REMEMBERED) {
      logged.remove(logged.keySet().iterator().next());
    }
    logged.put(refusal, nowNanos);
  }

  private static String hostOf(SocketAddress other) {
    return other instanceof InetSocketAddress address
        ? address.getHostString()
        : String.valueOf(other);
  }
}

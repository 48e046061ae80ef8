package dev.flotilla.dpws;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Logs why others are refused: one line for a host and a reason each minute, at most {@value
 * #LINES_PER_SECOND} a second in all, so that nobody can fill the disk with them. Any thread.
 */
public final class Refusals {
  private static final int LINES_PER_SECOND = 5;
  private static final int LINES_AT_ONCE = 20;
  private static final int MAX_REMEMBERED = 256;
  private static final long SAME_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Logger log;
  private final TokenBucket lines =
      new TokenBucket(LINES_PER_SECOND, LINES_AT_ONCE, System.nanoTime());

  // When each was logged, in the order of time.
  private final Map<Refusal, Long> logged = new LinkedHashMap<>();
  private long skipped;

  private record Refusal(String host, String reason) {}

  /** Logs there, as warnings. */
  public Refusals(Logger log) {
    this.log = log;
  }

  /**
   * The other side is refused.
   *
   * @param self who refuses it: the name or the address of this side
   * @param other where the other side is
   */
  public void refused(String self, SocketAddress other, String reason) {
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
      log.warn("{} refused {}: {}", self, other, reason);
    } else {
      log.warn(
          "{} refused {}: {} ({} refusals before were not logged)", self, other, reason, before);
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

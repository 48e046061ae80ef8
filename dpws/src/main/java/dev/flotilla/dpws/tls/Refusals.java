package dev.flotilla.dpws.tls;

import dev.flotilla.dpws.TokenBucket;
import java.net.SocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs why connections are refused: one line each, at most {@value #LINES_PER_SECOND} a second, so
 * that nobody can fill the disk with them. Any thread.
 */
final class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(TlsKeys.class);
  private static final int LINES_PER_SECOND = 5;
  private static final int LINES_AT_ONCE = 20;

  private final TokenBucket lines =
      new TokenBucket(LINES_PER_SECOND, LINES_AT_ONCE, System.nanoTime());
  private long skipped;

  /** The other side of a connection is refused. */
  void refused(SocketAddress other, String reason) {
    long before;
    synchronized (this) {
      if (!lines.take(System.nanoTime())) {
        skipped++;
        return;
      }
      before = skipped;
      skipped = 0;
    }
    if (before == 0) {
      LOG.warn("Connection with {} refused: {}", other, reason);
    } else {
      LOG.warn("Connection with {} refused: {} ({} more were refused)", other, reason, before);
    }
  }
}

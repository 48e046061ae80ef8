package dev.flotilla.gateway.log;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Logs what goes wrong with requests: the same line once in {@value #SAME_SECONDS} s, so that
 * requests cannot fill the disk. Any thread.
 */
public final class Warnings {
  private static final int SAME_SECONDS = 10;
  private static final int MAX_REMEMBERED = 100;

  private final Logger log;

  /** When each line was logged, in the order of time. */
  private final Map<String, Long> logged = new LinkedHashMap<>();

  private long skipped;

  /** Logs there. */
  public Warnings(Logger log) {
    this.log = log;
  }

  /** Something went wrong. */
  public void warn(String line) {
    long before;
    synchronized (this) {
      long nowNanos = System.nanoTime();
      logged.values().removeIf(at -> nowNanos - at > TimeUnit.SECONDS.toNanos(SAME_SECONDS));
      if (logged.size() >= MAX_REMEMBERED || logged.putIfAbsent(line, nowNanos) != null) {
        skipped++;
        return;
      }
      before = skipped;
      skipped = 0;
    }
    log.warn(before == 0 ? "{}" : "{} ({} warnings before were not logged)", line, before);
  }
}

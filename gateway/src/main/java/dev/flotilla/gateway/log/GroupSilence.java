package dev.flotilla.gateway.log;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports that the group of the log does not answer, and that it answers again. One thread. */
final class GroupSilence {
  private static final Logger LOG = LoggerFactory.getLogger(GroupSilence.class);
  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Consumer<String> events;
  private long lastNanos = System.nanoTime();
  private long reportNanos = lastNanos + FIRST_NANOS;
  private boolean hasAnswered;
  private boolean isReported;

  GroupSilence(Consumer<String> events) {
    this.events = events;
  }

  void answered() {
    lastNanos = System.nanoTime();
    reportNanos = lastNanos + FIRST_NANOS;
    hasAnswered = true;
    if (isReported) {
      isReported = false;
      report("the group of the log answers");
    }
  }

  void noAnswer(String reason) {
    long nowNanos = System.nanoTime();
    if (nowNanos - reportNanos >= 0) {
      isReported = true;
      reportNanos = nowNanos + AGAIN_NANOS;
      report(
          "the group of the log %s for %s s, and requests that change something wait: %s"
              .formatted(
                  hasAnswered ? "has not answered" : "has not answered since the start",
                  TimeUnit.NANOSECONDS.toSeconds(nowNanos - lastNanos),
                  reason));
    }
  }

  private void report(String event) {
    LOG.warn("{}", event);
    events.accept(event);
  }
}

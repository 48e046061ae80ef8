package dev.flotilla.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/**
 * How many times longer than an idle machine this one takes now: the time on the clock over the
 * processor time of a short piece of work, or the load per processor, whichever is more. Safe for
 * use by several threads.
 */
final class Lateness {
  private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long VALID_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final double MAX = 20;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private double measured = 1;
  private long validUntilNanos;
  private boolean isMeasured;

  /** From 1 to {@value #MAX}. A measurement takes 20 ms of processor time and serves for 5 s. */
  synchronized double now() {
    if (!isMeasured || System.nanoTime() - validUntilNanos > 0) {
      measured = Math.min(MAX, Math.max(Math.max(1, ofThisThread()), loadPerProcessor()));
      isMeasured = true;
      validUntilNanos = System.nanoTime() + VALID_NANOS;
    }
    return measured;
  }

  private double ofThisThread() {
    if (!threads.isCurrentThreadCpuTimeSupported()) {
      return 1;
    }
    long beganNanos = System.nanoTime();
    long beganCpuNanos = threads.getCurrentThreadCpuTime();
    long workedNanos = 0;
    while (workedNanos < WORK_NANOS) {
      workedNanos = threads.getCurrentThreadCpuTime() - beganCpuNanos;
    }
    return (double) (System.nanoTime() - beganNanos) / workedNanos;
  }

  /** Negative if the system does not know. */
  private static double loadPerProcessor() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system.getSystemLoadAverage() / system.getAvailableProcessors();
  }
}

package dev.flotilla.bench.harness.paired;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Waits until a system that is no longer loaded has finished what it does in the background, such
 * as a snapshot or a checkpoint. Otherwise that work would fall into the window of the next system.
 *
 * <p><b>Thread.</b> The caller's, which it blocks.
 *
 * @param period how long a system must be quiet
 * @param limit after which it is not waited for any longer
 */
record QuietWait(Duration period, Duration limit) {
  static final QuietWait DEFAULT = new QuietWait(Duration.ofMillis(500), Duration.ofSeconds(20));

  // Of one core. Idle servers send heartbeats.
  private static final double QUIET_SHARE = 0.1;

  /**
   * Waits.
   *
   * @param cpuSeconds processor time that the system has used so far
   * @return whether it became quiet
   */
  boolean await(DoubleSupplier cpuSeconds) throws InterruptedException {
    double quiet = QUIET_SHARE * period.toMillis() / 1_000;
    double before = cpuSeconds.getAsDouble();
    for (long waited = 0; waited < limit.toMillis(); waited += period.toMillis()) {
      Thread.sleep(period.toMillis());
      double now = cpuSeconds.getAsDouble();
      if (now - before <= quiet) {
        return true;
      }
      before = now;
    }
    return false;
  }
}

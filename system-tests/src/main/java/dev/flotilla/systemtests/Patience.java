package dev.flotilla.systemtests;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long to wait for what servers bring about, and how often to look: patient, since others may
 * use the machine. Calls block.
 *
 * @param limit at the most
 * @param between two looks
 */
public record Patience(Duration limit, Duration between) {
  /** Five minutes, with a look each 20 ms. */
  public static final Patience USUAL = new Patience(Duration.ofMinutes(5), Duration.ofMillis(20));

  /** Five minutes, for what is over soon: looks each fraction of a millisecond. */
  public static final Patience KEEN =
      new Patience(Duration.ofMinutes(5), Duration.ofNanos(200_000));

  /** What is looked at. */
  @FunctionalInterface
  public interface Condition {
    /** Whether the wait is over. */
    boolean holds() throws IOException, InterruptedException;
  }

  /**
   * Waits until the condition holds.
   *
   * @param otherwise what it means that it does not
   * @throws IOException if it does not hold in time
   */
  public void await(String otherwise, Condition condition)
      throws IOException, InterruptedException {
    if (!holdsInTime(condition)) {
      throw new IOException("%s after %s s of waiting".formatted(otherwise, limit.toSeconds()));
    }
  }

  /** Waits until the condition holds; false if it does not in time. */
  public boolean holdsInTime(Condition condition) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(between.toNanos());
    }
    return true;
  }

  /** Lets time pass, whatever happens in it. */
  public static void pass(long millis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(deadline - System.nanoTime());
    }
  }
}

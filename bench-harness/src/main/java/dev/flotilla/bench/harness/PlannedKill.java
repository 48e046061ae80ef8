package dev.flotilla.bench.harness;

import dev.flotilla.bench.Role;
import java.time.Duration;

/**
 * A failure that a run is to cause.
 *
 * @param role whom it kills
 * @param trigger what it is timed by: the clock or progress
 * @param at when it is due by the clock
 * @param share the share of commands acknowledged at which it is due by progress
 */
public record PlannedKill(Role role, Trigger trigger, Duration at, double share) {
  // Finding out who leads takes time, so it is done a moment before.
  private static final Duration LEAD_TIME = Duration.ofMillis(100);
  private static final double LEAD_SHARE = 0.02;

  /** Whether it is time to find out who is to be killed. */
  public boolean isNear(double acknowledgedShare, Duration sinceStart) {
    return trigger == Trigger.CLOCK
        ? sinceStart.compareTo(at.minus(LEAD_TIME)) >= 0
        : acknowledgedShare >= share - LEAD_SHARE;
  }

  /** Whether it is time to kill. */
  public boolean isDue(double acknowledgedShare, Duration sinceStart) {
    return trigger == Trigger.CLOCK ? sinceStart.compareTo(at) >= 0 : acknowledgedShare >= share;
  }
}

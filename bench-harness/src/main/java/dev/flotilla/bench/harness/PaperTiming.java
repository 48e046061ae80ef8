package dev.flotilla.bench.harness;

import dev.flotilla.bench.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When the paper's failures come, and how long a run is.
 *
 * @param iterations commands of each client, unless progress times the failures
 * @param clockStep when the first failure is due by the clock, and the time to the second
 * @param atLeast how long a run without failures takes whose commands suffice for failures that
 *     progress times
 */
public record PaperTiming(int iterations, Duration clockStep, Duration atLeast) {
  /** The paper's values; the last is ours. */
  public static final PaperTiming PAPER =
      new PaperTiming(120, Duration.ofMillis(500), Duration.ofSeconds(5));

  private static final double SHARE_STEP = 1.0 / 3;

  /** The failures of a cell in their order. */
  public List<PlannedKill> kills(Cell cell) {
    List<PlannedKill> kills = new ArrayList<>();
    for (Role role : cell.scenario().victims()) {
      int nth = kills.size() + 1;
      kills.add(
          new PlannedKill(role, cell.trigger(), clockStep.multipliedBy(nth), SHARE_STEP * nth));
    }
    return kills;
  }
}

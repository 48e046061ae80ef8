package dev.flotilla.raftdpws.founding;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How long a founder searches for a founded group of the name before it founds one. A group that is
 * missed cannot be told from one that does not exist, so the search grows with what makes groups
 * missed:
 *
 * <ul>
 *   <li>Loss: this server hears its own answer to its own Probe, by the same way as those of
 *       others. It asks until as many Probes were answered as the pace wants.
 *   <li>A busy machine: it waits for answers {@value #SLACK_FACTOR} times longer than its own were
 *       late, or its own thread stood still.
 * </ul>
 *
 * <p>If no answer of its own comes, it gives up after {@link FoundingPlan.Pace#silence} and {@link
 * #isSure} is false.
 *
 * <p>Pure: no clock and no network. One thread at a time.
 */
final class FoundingSearch {
  private static final int SLACK_FACTOR = 4;

  private final FoundingPlan.Pace pace;
  private final long startNanos;
  private int probes;
  private int heard;
  // Each by the time at which it was sent.
  private final Set<Long> unanswered = new HashSet<>();
  private long probedNanos;
  private @Nullable Long tickedNanos;
  private long longestDelayNanos;

  FoundingSearch(FoundingPlan.Pace pace, long nowNanos) {
    this.pace = pace;
    this.startNanos = nowNanos;
    this.probedNanos = nowNanos;
  }

  /** Time goes on; called often, so that a long pause shows how busy the machine is. */
  void advanceTo(long nowNanos) {
    Long before = tickedNanos;
    if (before != null) {
      delayed(nowNanos - before - pace.ask());
    }
    tickedNanos = nowNanos;
  }

  /** Whether a Probe is to be sent now; counts it if so. */
  boolean takeProbe(long nowNanos) {
    boolean isDue = probes == 0 || nowNanos - probedNanos >= pace.probe();
    if (pace.probes() == 0 || heard >= pace.probes() || !isDue || hasGivenUp(nowNanos)) {
      return false;
    }
    if (probes >= pace.probes() && nowNanos - probedNanos < pace.listen()) {
      // The answer to the last one may still be on its way.
      return false;
    }
    probes++;
    probedNanos = nowNanos;
    unanswered.add(nowNanos);
    return true;
  }

  /** This server's own answer came to the Probe that it sent at that time. */
  void heardItself(long askedNanos, long nowNanos) {
    if (unanswered.remove(askedNanos)) {
      heard++;
      delayed(nowNanos - askedNanos - pace.listen());
    }
  }

  /** Whether a founded group of the name would have answered by now. */
  boolean isOver(long nowNanos) {
    boolean hasAsked = heard >= pace.probes() || hasGivenUp(nowNanos);
    return hasAsked && nowNanos - probedNanos >= pace.listen() + slackNanos();
  }

  /** Whether questions and answers were carried to the end. */
  boolean isSure() {
    return heard >= pace.probes();
  }

  /** What was done, in words. */
  String words(long nowNanos) {
    long millis = (nowNanos - startNanos) / 1_000_000;
    return pace.probes() == 0
        ? "discovery is off: only the addresses that were named were asked, for %s ms"
            .formatted(millis)
        : "%s Probes in %s ms, of which %s were heard to be answered"
            .formatted(probes, millis, heard);
  }

  private boolean hasGivenUp(long nowNanos) {
    return nowNanos - startNanos >= pace.silence();
  }

  private void delayed(long nanos) {
    longestDelayNanos = Math.max(longestDelayNanos, nanos);
  }

  private long slackNanos() {
    return Math.min(pace.silence(), SLACK_FACTOR * longestDelayNanos);
  }
}

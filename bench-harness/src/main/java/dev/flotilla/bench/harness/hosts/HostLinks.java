package dev.flotilla.bench.harness.hosts;

import java.time.Duration;
import java.util.Locale;

/**
 * What the links between emulated hosts do to packets.
 *
 * @param delay how long each packet from host to host is held up; zero for not at all
 * @param bitsPerSecond how much a host sends at most; 0 for no limit
 * @param loss share of the packets from other hosts that a host loses; 0 for none
 */
public record HostLinks(Duration delay, long bitsPerSecond, double loss) {
  /** Shares are counted in these. */
  static final int PARTS = 10_000;

  private static final Duration MAX_DELAY = Duration.ofSeconds(1);
  private static final long MIN_RATE = 100_000;
  private static final long MAX_RATE = 100_000_000_000L;
  private static final double MAX_LOSS = 0.9;
  private static final double MEGA = 1e6;
  private static final double PERCENT = 100;

  /** They deliver everything at once; below what its check needs. */
  public static final HostLinks PLAIN = new HostLinks(Duration.ZERO, 0, 0);

  /** Rejects what the kernel does not take. */
  public HostLinks {
    if (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0) {
      throw new IllegalArgumentException(
          "--delay is %s ms; it must be 0 to %s ms".formatted(millis(delay), MAX_DELAY.toMillis()));
    }
    if (bitsPerSecond != 0 && (bitsPerSecond < MIN_RATE || bitsPerSecond > MAX_RATE)) {
      throw new IllegalArgumentException(
          "--bandwidth is %s bit/s; it must be 100kbit to 100gbit".formatted(bitsPerSecond));
    }
    if (loss != 0 && !(loss >= 1.0 / PARTS && loss <= MAX_LOSS)) {
      throw new IllegalArgumentException(
          "--loss is %s %%; it must be 0.01%% to 90%%".formatted(loss * PERCENT));
    }
  }

  /** Whether packets are held up. */
  boolean isDelayed() {
    return !delay.isZero();
  }

  /** In words, for reports. */
  String words() {
    StringBuilder words = new StringBuilder();
    words.append(
        isDelayed()
            ? "each packet between hosts delayed by " + millis(delay) + " ms"
            : "no delay between hosts");
    if (bitsPerSecond > 0) {
      words.append(
          String.format(
              Locale.ROOT, ", each host sends at most %s Mbit/s (tbf)", bitsPerSecond / MEGA));
    }
    if (loss > 0) {
      words.append(
          String.format(
              Locale.ROOT, ", %s %% of the packets between hosts lost (nft)", loss * PERCENT));
    }
    return words.toString();
  }

  static double millis(Duration delay) {
    return delay.toNanos() / (double) Duration.ofMillis(1).toNanos();
  }
}

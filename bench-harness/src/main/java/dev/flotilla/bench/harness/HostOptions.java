package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.hosts.HostLinks;
import dev.flotilla.bench.harness.hosts.HostPlan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code bench run} for hosts that this machine emulates. */
final class HostOptions {
  /** All of them. */
  static final Set<String> NAMES =
      Set.of("--emulated-hosts", "--quota", "--delay", "--bandwidth", "--loss");

  private static final double DEFAULT_QUOTA = 0.25;
  private static final Map<String, Double> DELAYS = Map.of("ms", 1e6);
  private static final Map<String, Double> RATES = Map.of("kbit", 1e3, "mbit", 1e6, "gbit", 1e9);
  private static final Map<String, Double> SHARES = Map.of("%", 0.01);
  private static final Pattern AMOUNT =
      Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,6})?)([a-z%]{1,4})");

  @Option(
      names = "--emulated-hosts",
      paramLabel = "N",
      description =
          "Emulates N hosts on this machine, each a network namespace with a quota of processor time."
              + " Server 1 runs on host 1 and so on, the clients on the last one. Needs Linux and"
              + " root. The hosts are removed at the end, also on Ctrl-C.")
  private @Nullable Integer emulated;

  @Option(
      names = "--quota",
      paramLabel = "CORES",
      description =
          "With --emulated-hosts: processor time of each host. All together take at most 90 %% of the"
              + " machine. Default: 0.25.")
  private @Nullable Double quota;

  @Option(
      names = "--delay",
      paramLabel = "Nms",
      description =
          "With --emulated-hosts: delays every packet between hosts, for example by 0.3ms, by netem."
              + " Without netem in the kernel a relay does, and the report says how long it really"
              + " took. Default: no delay.")
  private @Nullable String delay;

  @Option(
      names = "--bandwidth",
      paramLabel = "RATE",
      description =
          "With --emulated-hosts: what each host sends at most, such as 100mbit, in kbit, mbit or"
              + " gbit a second. Needs tbf in the kernel. Default: no limit.")
  private @Nullable String bandwidth;

  @Option(
      names = "--loss",
      paramLabel = "PERCENT",
      description =
          "With --emulated-hosts: loses this share of the packets between hosts, such as 1%%. Needs"
              + " nft. Default: none.")
  private @Nullable String loss;

  /** For picocli, which fills the fields. */
  HostOptions() {}

  /**
   * The hosts that the options ask for, if any.
   *
   * @throws IllegalArgumentException if they make no sense; the message names the option
   */
  Optional<HostPlan> plan() {
    if (emulated == null) {
      if (quota != null || delay != null || bandwidth != null || loss != null) {
        throw new IllegalArgumentException(
            "--quota, --delay, --bandwidth and --loss belong to --emulated-hosts; add"
                + " --emulated-hosts N");
      }
      return Optional.empty();
    }
    return Optional.of(
        new HostPlan(
            emulated,
            quota == null ? DEFAULT_QUOTA : quota,
            new HostLinks(
                Duration.ofNanos(Math.round(amount("--delay", delay, DELAYS, "0.3ms"))),
                Math.round(amount("--bandwidth", bandwidth, RATES, "100mbit")),
                amount("--loss", loss, SHARES, "1%"))));
  }

  /** What an option says, in units; 0 if it is not given. */
  private static double amount(
      String option, @Nullable String text, Map<String, Double> units, String example) {
    if (text == null) {
      return 0;
    }
    Matcher parts = AMOUNT.matcher(text);
    Double unit = parts.matches() ? units.get(parts.group(2)) : null;
    if (unit == null) {
      throw new IllegalArgumentException(
          "%s is %s; give a number and its unit, for example %s".formatted(option, text, example));
    }
    return Double.parseDouble(parts.group(1)) * unit;
  }
}

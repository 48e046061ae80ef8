package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.hosts.HostPlan;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code bench run} for hosts that this machine emulates. */
final class HostOptions {
  /** All of them. */
  static final Set<String> NAMES = Set.of("--emulated-hosts", "--quota", "--delay");

  private static final double DEFAULT_QUOTA = 0.25;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final Pattern MILLIS = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,6})?)ms");

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
          "With --emulated-hosts: delays every packet of a host, for example by 0.3ms. Needs netem in"
              + " the kernel. Default: no delay.")
  private @Nullable String delay;

  /** For picocli, which fills the fields. */
  HostOptions() {}

  /**
   * The hosts that the options ask for, if any.
   *
   * @throws IllegalArgumentException if they make no sense; the message names the option
   */
  Optional<HostPlan> plan() {
    if (emulated == null) {
      if (quota != null || delay != null) {
        throw new IllegalArgumentException(
            "--quota and --delay belong to --emulated-hosts; add --emulated-hosts N");
      }
      return Optional.empty();
    }
    return Optional.of(
        new HostPlan(
            emulated,
            quota == null ? DEFAULT_QUOTA : quota,
            delay == null ? Duration.ZERO : delay()));
  }

  private Duration delay() {
    Matcher millis = MILLIS.matcher(String.valueOf(delay));
    if (!millis.matches()) {
      throw new IllegalArgumentException(
          "--delay is %s; give milliseconds, for example 0.3ms".formatted(delay));
    }
    return Duration.ofNanos(Math.round(Double.parseDouble(millis.group(1)) * NANOS_PER_MILLI));
  }
}

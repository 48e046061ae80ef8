package dev.flotilla.bench.harness.hosts;

import java.util.Locale;

/**
 * Which hosts are to be emulated.
 *
 * @param hosts how many, 2 to {@value #MAX_HOSTS}; the last ones run clients
 * @param quotaCores processor time of each host, in cores
 * @param links what is between them
 */
public record HostPlan(int hosts, double quotaCores, HostLinks links) {
  static final int MAX_HOSTS = 100;

  /** The kernel takes no less than 1 ms of a period. */
  static final int PERIOD_MICROS = 10_000;

  private static final double LEAST_QUOTA = 0.1;
  private static final double SHARE_OF_MACHINE = 0.9;
  private static final double HUNDREDTHS = 100;
  private static final double MICROS_PER_MILLI = 1_000;

  /** Rejects what the kernel does not take. */
  public HostPlan {
    if (hosts < 2 || hosts > MAX_HOSTS) {
      throw new IllegalArgumentException(
          "--emulated-hosts is %s; it must be 2 to %s, one of them for clients"
              .formatted(hosts, MAX_HOSTS));
    }
    if (!(quotaCores >= LEAST_QUOTA)) {
      throw new IllegalArgumentException(
          "--quota is %s cores; it must be at least %s".formatted(quotaCores, LEAST_QUOTA));
    }
  }

  /** Hosts on plain links. */
  public HostPlan(int hosts, double quotaCores) {
    this(hosts, quotaCores, HostLinks.PLAIN);
  }

  /**
   * Checks that the machine can give each host its quota, with a tenth left for the rest.
   *
   * @param cores of the machine
   * @throws IllegalArgumentException if it cannot; the message says what fits
   */
  public void requireFits(int cores) {
    double most = cores * SHARE_OF_MACHINE;
    if (hosts * quotaCores > most) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "--emulated-hosts %d with --quota %s need %.2f cores, and %.2f of the %d cores of this"
                  + " machine may be used; give at most --emulated-hosts %d or --quota %.2f",
              hosts,
              quotaCores,
              hosts * quotaCores,
              most,
              cores,
              (int) (most / quotaCores),
              Math.floor(most / hosts * HUNDREDTHS) / HUNDREDTHS));
    }
  }

  /** Processor time of a host in each {@value #PERIOD_MICROS} microseconds. */
  int quotaMicros() {
    return (int) Math.round(quotaCores * PERIOD_MICROS);
  }

  /** As many processors as a JVM sees there. */
  int processors() {
    return (int) Math.max(1, Math.ceil(quotaCores));
  }

  /** What a host is, for reports. */
  public String words() {
    return String.format(
        Locale.ROOT,
        "%d emulated hosts, each a network namespace with %s core (%s of every %s ms, all processes"
            + " of the host together, JVMs see %d processor), %s",
        hosts,
        quotaCores,
        quotaMicros() / MICROS_PER_MILLI,
        PERIOD_MICROS / MICROS_PER_MILLI,
        processors(),
        links.words());
  }
}

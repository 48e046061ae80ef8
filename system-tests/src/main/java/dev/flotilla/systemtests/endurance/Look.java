package dev.flotilla.systemtests.endurance;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What was seen at one moment.
 *
 * @param seconds since the first command
 * @param acknowledged commands so far
 * @param servers what each server took
 */
record Look(long seconds, long acknowledged, List<Usage> servers) {
  private static final double MIB = 1 << 20;

  /**
   * What a server takes, in bytes.
   *
   * @param heap after a collection
   * @param log segments and what belongs to them, with what is allocated in advance
   * @param snapshots complete and under way
   * @param database the state machine's directory
   */
  record Usage(long heap, long log, long snapshots, long database) {
    private String line() {
      return String.format(
          Locale.ROOT,
          "%.1f %.0f %.1f %.0f",
          heap / MIB,
          log / MIB,
          snapshots / MIB,
          database / MIB);
    }
  }

  /** Copies the list. */
  Look {
    servers = List.copyOf(servers);
  }

  /** As a line for people. */
  String line(long rate) {
    return String.format(
        Locale.ROOT,
        "%5d s %,11d commands %,7d/s  MiB of heap, log, snapshots, database: %s",
        seconds,
        acknowledged,
        rate,
        servers.stream().map(Usage::line).collect(Collectors.joining(" | ")));
  }
}

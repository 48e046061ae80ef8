package dev.flotilla.systemtests.endurance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * A whole run.
 *
 * @param looks in order
 * @param restartMillis how long each restart took
 * @param lost what the store lacks of what was acknowledged, in words; empty for nothing
 */
record Seen(List<Look> looks, List<Long> restartMillis, String lost) {
  /** How many things are checked: the bounds, and that no acknowledged command is lost. */
  static final int CHECKS = 7;

  private static final double MIB = 1 << 20;

  /**
   * What must not be exceeded, in bytes of each server unless said otherwise.
   *
   * @param heap after a collection
   * @param heapGrowth from the second quarter of the commands to the last one
   * @param log log
   * @param snapshots snapshots
   * @param database database
   * @param restartMillis from the start of the processes, after SIGKILL of all, to the first
   *     acknowledgement, each time
   */
  record Bounds(
      long heap, long heapGrowth, long log, long snapshots, long database, long restartMillis) {}

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

  /**
   * What was seen at one moment.
   *
   * @param seconds since the first command
   * @param acknowledged commands so far
   * @param servers what each server took
   */
  record Look(long seconds, long acknowledged, List<Usage> servers) {
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

  /** Copies the lists. */
  Seen {
    looks = List.copyOf(looks);
    restartMillis = List.copyOf(restartMillis);
  }

  /** What was exceeded, a line each. */
  List<String> broken(Bounds bounds) {
    List<String> broken = new ArrayList<>();
    check("bytes of heap after a collection", most(looks, Usage::heap), bounds.heap(), broken);
    check("bytes by which the heap grew", heapGrowth(), bounds.heapGrowth(), broken);
    check("bytes of log", most(looks, Usage::log), bounds.log(), broken);
    check("bytes of snapshots", most(looks, Usage::snapshots), bounds.snapshots(), broken);
    check("bytes of database", most(looks, Usage::database), bounds.database(), broken);
    OptionalLong slowest = restartMillis.stream().mapToLong(Long::longValue).max();
    check("milliseconds to serve again", slowest, bounds.restartMillis(), broken);
    if (!lost.isEmpty()) {
      broken.add(lost);
    }
    return broken;
  }

  /** In the last quarter of the commands, beyond what it was in the second. */
  private OptionalLong heapGrowth() {
    long all = looks.get(looks.size() - 1).acknowledged();
    List<Look> second =
        looks.stream()
            .filter(it -> it.acknowledged() >= all / 4 && it.acknowledged() <= all / 2)
            .toList();
    List<Look> last = looks.stream().filter(it -> it.acknowledged() >= all * 3 / 4).toList();
    return second.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(most(last, Usage::heap).orElse(0) - most(second, Usage::heap).orElse(0));
  }

  private static OptionalLong most(List<Look> looks, ToLongFunction<Usage> figure) {
    return looks.stream().flatMap(it -> it.servers().stream()).mapToLong(figure).max();
  }

  /** What was not looked at is not within its bound. */
  private static void check(String what, OptionalLong seen, long bound, List<String> broken) {
    if (seen.isEmpty()) {
      broken.add(what + ": not seen in so short a run");
    } else if (seen.getAsLong() > bound) {
      broken.add(String.format(Locale.ROOT, "%,d %s, at most %,d", seen.getAsLong(), what, bound));
    }
  }
}

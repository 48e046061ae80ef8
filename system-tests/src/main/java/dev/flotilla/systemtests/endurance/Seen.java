package dev.flotilla.systemtests.endurance;

import dev.flotilla.systemtests.endurance.Look.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * A whole run.
 *
 * @param looks in order
 * @param restartMillis how long each restart took
 * @param lost what the store lacks of what was acknowledged, in words; empty for nothing
 */
record Seen(List<Look> looks, List<Long> restartMillis, String lost) {
  /** Copies the lists. */
  Seen {
    looks = List.copyOf(looks);
    restartMillis = List.copyOf(restartMillis);
  }

  /** What was exceeded, a line each. */
  List<String> broken(Bounds bounds) {
    List<String> broken = new ArrayList<>();
    check("bytes of heap after a collection", most(looks, Usage::heap), bounds.heap(), broken);
    checkKnown("bytes by which the heap grew", heapGrowth(), bounds.heapGrowth(), broken);
    check("bytes of log", most(looks, Usage::log), bounds.log(), broken);
    check("bytes of snapshots", most(looks, Usage::snapshots), bounds.snapshots(), broken);
    check("bytes of database", most(looks, Usage::database), bounds.database(), broken);
    checkKnown("milliseconds to serve again", slowestRestart(), bounds.restartMillis(), broken);
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
        : OptionalLong.of(most(last, Usage::heap) - most(second, Usage::heap));
  }

  private OptionalLong slowestRestart() {
    return restartMillis.stream().mapToLong(Long::longValue).max();
  }

  private static long most(List<Look> looks, ToLongFunction<Usage> figure) {
    return looks.stream().flatMap(it -> it.servers().stream()).mapToLong(figure).max().orElse(0);
  }

  /** What was not looked at is not within its bound. */
  private static void checkKnown(String what, OptionalLong seen, long bound, List<String> broken) {
    if (seen.isEmpty()) {
      broken.add(what + ": not seen in so short a run");
    } else {
      check(what, seen.getAsLong(), bound, broken);
    }
  }

  private static void check(String what, long seen, long bound, List<String> broken) {
    if (seen > bound) {
      broken.add(String.format(Locale.ROOT, "%,d %s, at most %,d", seen, what, bound));
    }
  }
}

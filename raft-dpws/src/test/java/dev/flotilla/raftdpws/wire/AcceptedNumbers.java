package dev.flotilla.raftdpws.wire;

import dev.flotilla.raft.model.NumberLimits;
import java.util.Locale;
import java.util.Set;

/** Which numbers a reader may accept, by the names of their fields. */
final class AcceptedNumbers {
  /** Bits that mean nothing as numbers. */
  private static final Set<String> BITS = Set.of("high", "low", "checksum");

  private AcceptedNumbers() {}

  static void check(String name, long number) {
    if (!BITS.contains(name) && (number < 0 || number > limit(name.toLowerCase(Locale.ROOT)))) {
      throw new AssertionError(name + " " + number + " was accepted");
    }
  }

  private static long limit(String name) {
    if (name.endsWith("term")) {
      return NumberLimits.MAX_TERM;
    } else if (name.endsWith("index") || name.endsWith("commit")) {
      return NumberLimits.MAX_INDEX;
    } else if (name.equals("timemillis")) {
      return NumberLimits.MAX_TIME_MILLIS;
    } else if (name.endsWith("version")) {
      return NumberLimits.MAX_VERSION;
    } else if (name.equals("sizebytes") || name.equals("offset")) {
      return NumberLimits.MAX_SNAPSHOT_BYTES;
    }
    return Long.MAX_VALUE;
  }
}

package dev.flotilla.sim;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Seeds that were run one after another, and what they did; can be written as one line.
 *
 * @param first the first seed
 * @param seeds how many
 * @param leastCommands how many commands the poorest of them had acknowledged
 * @param nanos how long it took
 * @param sum what they did together
 */
record SeedBlock(long first, long seeds, long leastCommands, long nanos, SimulationReport sum) {
  private static final String END = "end";
  private static final int NUMBERS = 12;

  /** The block as a line; one that was cut short is recognised. */
  String toLine() {
    StringJoiner line = new StringJoiner(" ");
    long[] numbers = {
      first,
      seeds,
      leastCommands,
      nanos,
      sum.steps(),
      sum.simulatedNanos(),
      sum.commands(),
      sum.reads(),
      sum.unknownOutcomes(),
      sum.leaders(),
      sum.promises(),
      sum.traceHash()
    };
    for (long number : numbers) {
      line.add(Long.toString(number));
    }
    sum.faults().forEach((kind, count) -> line.add(kind.replace(' ', '_') + "=" + count));
    return line.add(END).toString();
  }

  /** Whether a line was written to its end. */
  static boolean isWhole(String line) {
    return line.endsWith(" " + END);
  }

  /** Reads a line that is whole. */
  static SeedBlock fromLine(String line) {
    String[] words = line.split(" ", -1);
    long[] n = new long[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
      n[i] = Long.parseLong(words[i]);
    }
    Map<String, Integer> faults = new TreeMap<>();
    for (int i = NUMBERS; i < words.length - 1; i++) {
      int equals = words[i].indexOf('=');
      faults.put(
          words[i].substring(0, equals).replace('_', ' '),
          Integer.parseInt(words[i].substring(equals + 1)));
    }
    return new SeedBlock(
        n[0],
        n[1],
        n[2],
        n[3],
        new SimulationReport(n[4], n[5], n[6], n[7], n[8], n[9], n[10], faults, n[11]));
  }
}

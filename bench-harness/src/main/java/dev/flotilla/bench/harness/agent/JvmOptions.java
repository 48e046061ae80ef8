package dev.flotilla.bench.harness.agent;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The options that a manager sets for a JVM; none of them loads code or names a file.
 *
 * @param options at most {@value #MAX_OPTIONS}
 */
record JvmOptions(List<String> options) {
  private static final int MAX_OPTIONS = 16;
  private static final List<Pattern> ALLOWED =
      List.of(
          Pattern.compile("-Xm[sx][1-9][0-9]{0,5}[mMgG]"),
          Pattern.compile("-Xss[1-9][0-9]{0,5}[kKmM]"),
          Pattern.compile("-XX:\\+Use(Serial|Parallel|G1|Z|Shenandoah)GC"),
          Pattern.compile("-XX:[+-](UsePerfData|AlwaysPreTouch|TieredCompilation)"),
          Pattern.compile("-XX:TieredStopAtLevel=[0-4]"),
          Pattern.compile("-XX:(ActiveProcessorCount|ParallelGCThreads)=[1-9][0-9]{0,2}"));

  /** Rejects an option that is not allowed, and too many. */
  JvmOptions {
    options = List.copyOf(options);
    if (options.size() > MAX_OPTIONS) {
      throw new IllegalArgumentException(
          "%s JVM options are too many; at most %s".formatted(options.size(), MAX_OPTIONS));
    }
    for (String option : options) {
      if (ALLOWED.stream().noneMatch(allowed -> allowed.matcher(option).matches())) {
        throw new IllegalArgumentException(
            "JVM option '%s' is not allowed; agents take heap and stack sizes, the collector, and"
                    .formatted(option)
                + " the compiler's level only");
      }
    }
  }
}

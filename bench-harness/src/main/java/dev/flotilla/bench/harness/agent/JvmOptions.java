package dev.flotilla.bench.harness.agent;

import java.util.List;
import java.util.regex.Pattern;

/** The options that a manager may set for a JVM; none of them loads code or names a file. */
final class JvmOptions {
  private static final int MAX_OPTIONS = 16;

  private static final List<Pattern> ALLOWED =
      List.of(
          Pattern.compile("-Xm[sx][1-9][0-9]{0,5}[mMgG]"),
          Pattern.compile("-Xss[1-9][0-9]{0,5}[kKmM]"),
          Pattern.compile("-XX:\\+Use(Serial|Parallel|G1|Z|Shenandoah)GC"),
          Pattern.compile("-XX:[+-](UsePerfData|AlwaysPreTouch|TieredCompilation)"),
          Pattern.compile("-XX:TieredStopAtLevel=[0-4]"),
          Pattern.compile("-XX:(ActiveProcessorCount|ParallelGCThreads)=[1-9][0-9]{0,2}"));

  private JvmOptions() {}

  /**
   * The same options.
   *
   * @throws IllegalArgumentException if one is not allowed, or there are too many
   */
  static List<String> requireAllowed(List<String> options) {
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
    return List.copyOf(options);
  }
}

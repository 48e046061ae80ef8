package dev.flotilla.sim;

import java.util.function.LongFunction;

/**
 * Runs one seed and answers with what was violated, beginning with the invariant's name and a
 * colon; empty if nothing was. A type of the JDK, so that it can be called across class loaders.
 */
public final class SeedProbe implements LongFunction<String> {
  @Override
  public String apply(long seed) {
    try {
      new SeedRun(seed).run();
      return "";
    } catch (Violation violation) {
      return String.valueOf(violation.getMessage());
    }
  }
}

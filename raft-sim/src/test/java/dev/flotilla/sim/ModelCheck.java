package dev.flotilla.sim;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What TLC found in a model.
 *
 * @param model the model
 * @param violated the invariant that does not hold
 * @param distinctStates how many states were found
 * @param isExhausted whether those are all
 * @param seconds how long it took
 * @param output what TLC said
 */
record ModelCheck(
    Model model,
    Optional<String> violated,
    long distinctStates,
    boolean isExhausted,
    double seconds,
    String output) {
  private static final Pattern VIOLATION = Pattern.compile("Invariant (\\w+) is violated");
  private static final Pattern STATES =
      Pattern.compile("(?m)^(\\d+) states generated, (\\d+) distinct states found");
  private static final double NANOS_PER_SECOND = 1e9;

  /** Checks a model in an empty directory. */
  static ModelCheck of(Model model, Path directory) {
    long begun = System.nanoTime();
    String output = new Tlc(directory).check("MCRaft", model.configuration());
    Matcher violation = VIOLATION.matcher(output);
    Matcher states = STATES.matcher(output);
    return new ModelCheck(
        model,
        violation.find() ? Optional.of(violation.group(1)) : Optional.empty(),
        states.find() ? Long.parseLong(states.group(2)) : 0,
        output.contains("Model checking completed. No error has been found."),
        (System.nanoTime() - begun) / NANOS_PER_SECOND,
        output);
  }

  /** Whether it went as it must. */
  boolean isAsExpected() {
    return model.expected().isPresent()
        ? violated.equals(model.expected())
        : isExhausted && violated.isEmpty();
  }

  /** One line for a report. */
  String line() {
    String outcome =
        violated
            .map(it -> it + " is violated")
            .orElse(isExhausted ? "all invariants hold" : "TLC came to no end");
    return "%s: %s, %,d distinct states, %.1f s"
        .formatted(model.what(), outcome, distinctStates, seconds);
  }
}

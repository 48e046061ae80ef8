package dev.flotilla.kit;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What was seen of a machine. A value.
 *
 * @param seed from which everything was drawn
 * @param fingerprint of all results and states; see {@link Conformance#check}
 * @param results one for each case that was asked for, in the order of {@link ConformanceCase}
 */
public record ConformanceReport(long seed, String fingerprint, List<CaseResult> results) {
  /** Copies the list. */
  public ConformanceReport {
    results = List.copyOf(results);
  }

  /** Whether no case was violated. */
  public boolean conforms() {
    return violations().isEmpty();
  }

  /** The cases that were violated. */
  public List<CaseResult> violations() {
    return results.stream().filter(CaseResult::isViolation).toList();
  }

  /** The cases that say nothing about this machine. */
  public List<ConformanceCase> notApplicable() {
    return results.stream()
        .filter(result -> result.verdict() instanceof Verdict.NotApplicable)
        .map(CaseResult::tested)
        .toList();
  }

  /**
   * For tests: does nothing if the machine conforms.
   *
   * @throws AssertionError if it does not, with the whole report and what was thrown first
   */
  public void assertConforms() {
    if (conforms()) {
      return;
    }
    AssertionError failed = new AssertionError(toString());
    for (CaseResult each : violations()) {
      if (each.verdict() instanceof Verdict.Violated violated) {
        violated.cause().ifPresent(failed::addSuppressed);
      }
    }
    throw failed;
  }

  /** Every case with what came of it, and how to see the violations again. */
  @Override
  public String toString() {
    int violated = violations().size();
    int held = results.size() - violated - notApplicable().size();
    String head =
        "%s cases held, %s violated, %s not applicable; seed %s, fingerprint %s"
            .formatted(held, violated, notApplicable().size(), seed, fingerprint);
    String lines =
        results.stream().map(CaseResult::toString).collect(Collectors.joining("\n", "\n", ""));
    return conforms() ? head + lines : head + lines + "\nto repeat: " + repetition();
  }

  private String repetition() {
    return violations().stream()
        .map(result -> "ConformanceCase." + result.tested())
        .collect(Collectors.joining(", ", ".seed(" + seed + "L).only(", ")"));
  }
}

package dev.flotilla.kit;

/**
 * A case with what came of it.
 *
 * @param tested the case
 * @param verdict what came of it
 */
public record CaseResult(ConformanceCase tested, Verdict verdict) {
  /** Whether the contract was seen to be broken. */
  public boolean isViolation() {
    return verdict instanceof Verdict.Violated;
  }

  /** A line, or some with demand and observation if it is a violation. */
  @Override
  public String toString() {
    if (verdict instanceof Verdict.Violated violated) {
      return "VIOLATED        %s%n    demanded: %s%n    seen:     %s"
          .formatted(tested, tested.demand(), violated.seen());
    }
    return verdict instanceof Verdict.NotApplicable not
        ? "not applicable  " + tested + ": " + not.reason()
        : "held            " + tested;
  }
}

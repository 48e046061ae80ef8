package dev.flotilla.kit;

import java.util.Optional;

/** What came of one case. */
public sealed interface Verdict {
  /** The machine did what the contract demands, as far as was seen. */
  record Held() implements Verdict {}

  /**
   * The case says nothing about this machine, and was not run or could not be.
   *
   * @param reason why
   */
  record NotApplicable(String reason) implements Verdict {}

  /**
   * The machine did not do what the contract demands.
   *
   * @param seen what it did
   * @param cause what it threw, if it did
   */
  record Violated(String seen, Optional<Throwable> cause) implements Verdict {}
}

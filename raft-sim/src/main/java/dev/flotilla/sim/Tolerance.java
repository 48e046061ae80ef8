package dev.flotilla.sim;

import java.util.Set;

/**
 * What a seed may violate. Where messages are forged, or changed on their way, what members believe
 * of each other is not true any more: only what each owes by itself still holds.
 */
enum Tolerance {
  /** Every invariant holds. */
  NOTHING,
  /** No server stops, each starts again, and a command commits when it is over. */
  LIES;

  private static final Set<String> ALWAYS =
      Set.of(
          "no-server-stops",
          "recovery",
          "liveness",
          "what-cannot-be-carried-is-refused",
          "what-is-not-meant-here-is-refused",
          "a-confirmed-address-is-the-members",
          "every-call-ends",
          "what-is-in-the-log-can-be-sent");

  boolean isNothing() {
    return this == NOTHING;
  }

  boolean isBorne(Violation violation) {
    return this == LIES && !ALWAYS.contains(violation.invariant());
  }
}

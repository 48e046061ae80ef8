package dev.flotilla.sim;

/** Something happened that must never happen; the message says what, and when. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String invariant;

  public Violation(String invariant, String message) {
    super(invariant + ": " + message);
    this.invariant = invariant;
  }

  /** The name of the invariant, for tables. */
  String invariant() {
    return invariant;
  }
}

package dev.flotilla.recipes;

/** The lease of an owner ended while it waited. */
final class ClaimLost extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ClaimLost() {
    super("the lease of this client has ended", null, false, false);
  }
}

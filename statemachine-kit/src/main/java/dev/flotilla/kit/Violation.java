package dev.flotilla.kit;

import org.jspecify.annotations.Nullable;

/** Ends a case: the machine was seen to break the contract. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Violation(String seen) {
    super(seen);
  }

  Violation(String seen, @Nullable Throwable cause) {
    super(seen, cause);
  }
}

package dev.flotilla.kit.harness;

import org.jspecify.annotations.Nullable;

/**
 * Ends a case: the machine was seen to break the contract.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Violation(String seen) {
    super(seen);
  }

  public Violation(String seen, @Nullable Throwable cause) {
    super(seen, cause);
  }
}

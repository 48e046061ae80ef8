package dev.flotilla.kit.transport;

import java.io.Serial;

/** A transport has not done what it must. */
final class TransportViolation extends Exception {
  @Serial private static final long serialVersionUID = 1;

  TransportViolation(String seen) {
    super(seen);
  }
}

package dev.flotilla.bdb;

import java.util.Optional;

/** Why a {@link KeyValueStore} rejected a command or a query; the codes do not change. */
public enum KeyValueError {
  /** There is no such command or query. */
  UNKNOWN_COMMAND("unknown-command"),
  /** The fields are too few, too many, or not what they have to be. */
  WRONG_ARGUMENTS("wrong-arguments"),
  /** A key has more than {@link KeyValueStore#MAX_KEY_BYTES}. */
  KEY_TOO_LONG("key-too-long"),
  /** A value has more than {@link KeyValueStore#MAX_VALUE_BYTES}. */
  VALUE_TOO_LARGE("value-too-large"),
  /** What is to be added to is no decimal number of 64 bits. */
  NOT_A_COUNTER("not-a-counter"),
  /** The sum has more than 64 bits. */
  OVERFLOW("overflow"),
  /** The key holds something else than was expected. */
  COMPARISON_FAILED("comparison-failed"),
  /** There is no such lease: it has ended. */
  NO_LEASE("no-such-lease"),
  /** There are as many leases or leased keys as there may be. */
  TOO_MANY_LEASES("too-many-leases");

  private final String code;

  KeyValueError(String code) {
    this.code = code;
  }

  /** As it stands in an answer. */
  public String code() {
    return code;
  }

  static Optional<KeyValueError> of(String code) {
    for (KeyValueError each : values()) {
      if (each.code.equals(code)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}

package dev.flotilla.kit.harness;

/**
 * What a machine is said to be.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 */
public enum Trait {
  IN_MEMORY,
  CANONICAL,
  CHECKSUMMED,
  IN_SESSIONS
}

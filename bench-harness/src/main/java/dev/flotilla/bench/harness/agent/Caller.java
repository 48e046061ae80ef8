package dev.flotilla.bench.harness.agent;

import java.util.UUID;

/**
 * Who sends a request.
 *
 * @param secret what the manager knows, not checked yet
 * @param manager the manager's id, new at each of its starts; its lease is renewed
 */
record Caller(String secret, UUID manager) {
  /** Without the secret, so that no log holds it. */
  @Override
  public String toString() {
    return "manager " + manager;
  }
}

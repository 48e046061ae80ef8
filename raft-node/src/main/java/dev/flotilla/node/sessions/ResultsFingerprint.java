package dev.flotilla.node.sessions;

import dev.flotilla.node.statemachine.Result;

/**
 * Chains the results of commands into one number: FNV-1a of 64 bits. It finds faults, not forgers.
 * The reason of a rejection is left out, since it is text for people that a later program may word
 * otherwise; so is whether a result is empty or absent, which not every machine on disk keeps.
 */
final class ResultsFingerprint {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;
  private static final int REJECTED = 1;
  private static final int DONE = 2;

  private ResultsFingerprint() {}

  /** The number after one more result. */
  static long after(long before, long index, Result result) {
    long hash = mixed(mixed(OFFSET, before), index);
    if (!result.success()) {
      return (hash ^ REJECTED) * PRIME;
    }
    return result.value().fnv((hash ^ DONE) * PRIME);
  }

  private static long mixed(long hash, long number) {
    long mixed = hash;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      mixed = (mixed ^ (number >>> shift & 0xff)) * PRIME;
    }
    return mixed;
  }
}

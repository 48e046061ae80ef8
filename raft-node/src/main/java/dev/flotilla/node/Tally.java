package dev.flotilla.node;

import java.util.concurrent.atomic.AtomicLong;

/** A counter with one writer and any number of readers, for the price of a plain store. */
final class Tally {
  private final AtomicLong value = new AtomicLong();

  /** The one writer. */
  void add(long amount) {
    value.lazySet(value.getPlain() + amount);
  }

  /** Any thread. */
  long value() {
    return value.get();
  }
}

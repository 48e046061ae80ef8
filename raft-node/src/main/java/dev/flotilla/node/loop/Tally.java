package dev.flotilla.node.loop;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A counter with one writer and any number of readers, for the price of a plain store.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class Tally {
  private final AtomicLong value = new AtomicLong();

  /** The one writer. */
  public void add(long amount) {
    value.lazySet(value.getPlain() + amount);
  }

  /** Any thread. */
  public long value() {
    return value.get();
  }
}

package dev.flotilla.bdb;

import java.util.function.Supplier;

/**
 * A lease of a {@link KeyValueClient}: keys that are put with it are removed when it ends. It ends
 * by log time, unless it is kept. Any thread; each call blocks.
 */
public final class KeyValueLease {
  private final long id;
  private final Supplier<Boolean> keep;
  private final Runnable end;

  KeyValueLease(long id, Supplier<Boolean> keep, Runnable end) {
    this.id = id;
    this.keep = keep;
    this.end = end;
  }

  /** Its id, by which other programs keep and end it. */
  public long id() {
    return id;
  }

  /** Lets it begin anew; returns whether it was still there. */
  public boolean keep() {
    return keep.get();
  }

  /** Removes its keys now. */
  public void end() {
    end.run();
  }
}

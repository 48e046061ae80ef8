package dev.flotilla.bdb.database;

import org.jspecify.annotations.Nullable;

/**
 * A Berkeley DB environment that knows up to which entry it goes.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public interface StoreDatabase extends AutoCloseable {
  /** The index of the last entry whose effects it holds, 0 for none. */
  long lastIndex();

  /** Whether it holds what belongs to that index: not if a restore ended in the middle. */
  boolean isWhole();

  /** Why it cannot be used any more, as when it has found damage; null while it can. Any thread. */
  @Nullable Exception failure();

  /** Whether Berkeley DB takes writes, by what it saw of the disk last: not if no byte was free. */
  boolean takesWrites();

  /** Forces all that was committed before the call. Any thread. */
  void force();

  /** Writes a checkpoint of Berkeley DB's own, forces it, and closes. */
  @Override
  void close();
}

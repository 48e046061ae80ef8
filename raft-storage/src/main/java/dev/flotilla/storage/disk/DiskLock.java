package dev.flotilla.storage.disk;

import java.io.Closeable;
import java.io.IOException;

/** A held lock; see {@link Disk#lock}. */
public interface DiskLock extends Closeable {
  /** Releases the lock. Any thread; the second call does nothing. */
  @Override
  void close() throws IOException;
}

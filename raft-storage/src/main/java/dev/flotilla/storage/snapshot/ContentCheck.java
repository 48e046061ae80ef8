package dev.flotilla.storage.snapshot;

import java.io.IOException;
import java.io.InputStream;

/** Looks into a snapshot that has arrived, before it counts. */
@FunctionalInterface
public interface ContentCheck {
  /** Takes whatever its metadata fit. */
  ContentCheck NONE = content -> {};

  /**
   * Reads the content.
   *
   * @throws IOException if no state can be restored from it
   */
  void verify(InputStream content) throws IOException;
}

package dev.flotilla.storage.snapshot;

import java.io.IOException;

/**
 * A snapshot that is under way could not be written, mostly for lack of space. Nothing relies on it
 * yet: whoever was taking it can give it up, and nothing is lost but time.
 */
public final class UnwritableSnapshot extends IOException {
  private static final long serialVersionUID = 1L;

  public UnwritableSnapshot(String name, long sizeBytes, IOException cause) {
    super(
        name + " could not be written after " + sizeBytes + " bytes: " + cause.getMessage(), cause);
  }

  /**
   * The same once more, to who goes on writing. A new one each time: when a stream is closed for an
   * exception, that cannot be suppressed by itself.
   */
  UnwritableSnapshot(UnwritableSnapshot before) {
    super(before.getMessage(), before);
  }
}

package dev.flotilla;

import java.io.IOException;
import java.io.OutputStream;

/** A state as it was at one moment, see {@link RestorableState#image}. */
@FunctionalInterface
public interface StateImage {
  /**
   * Writes the whole state, piece by piece if it is large. Called once at the most, by a thread of
   * its own, while commands are applied: what is written must not change meanwhile.
   *
   * @param target not to be closed
   * @throws IOException if it cannot be written; what {@code target} throws is to be passed on
   */
  void writeTo(OutputStream target) throws IOException;
}

package dev.flotilla;

import dev.flotilla.codec.CodecException;
import java.io.IOException;
import java.io.InputStream;

/**
 * A state of which the server can keep an image on disk, so that the log need not be kept for ever,
 * and a restart applies what was logged since the image only. A server that was away for too long
 * is sent the image of another.
 *
 * @param <C> the command type
 * @param <R> the result type
 */
public interface RestorableState<C, R> extends ReplicatedState<C, R> {
  /**
   * Holds on to the whole state as it is now. Called by the thread that applies commands, which
   * waits meanwhile: copy what is small, and what is large keep in a form that need not be copied.
   */
  StateImage image();

  /**
   * Replaces the whole state by one that an image of this server or another has written, perhaps by
   * an earlier version of the program. Called by the thread that applies commands, or at the start.
   *
   * @param source ends where the image ends; not to be closed
   * @throws IOException if it cannot be read, which stops the server
   * @throws CodecException if a codec does not understand it, which stops the server, as any other
   *     exception does
   */
  void restore(InputStream source) throws IOException, CodecException;
}

package dev.flotilla.storage.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open file, read and written at explicit places.
 *
 * <p><b>Thread.</b> Calls may overlap; reads and writes of the same bytes then see either state. A
 * thread that is interrupted inside a call closes the file for all: never interrupt one.
 */
public interface DiskFile extends Closeable {
  /**
   * Fills the buffer from a place in the file, as far as the file reaches.
   *
   * @param offset in bytes from the start
   * @return how many bytes were read; fewer than remained only at the end of the file, 0 behind it
   */
  int read(ByteBuffer target, long offset) throws IOException;

  /**
   * Writes all of the buffer, extending the file if need be. Not durable before {@link #force}, and
   * until then any part of it may be.
   *
   * @param offset in bytes from the start
   */
  void write(ByteBuffer source, long offset) throws IOException;

  /**
   * Makes everything written so far survive a power cut: the bytes, and the size if it changed. Not
   * the file's name, see {@link Disk#sync}.
   */
  void force() throws IOException;

  /** The size in bytes. */
  long size() throws IOException;

  /** Closes without forcing. */
  @Override
  void close() throws IOException;
}

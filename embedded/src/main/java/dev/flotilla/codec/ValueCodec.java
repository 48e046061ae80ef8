package dev.flotilla.codec;

import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes results, queries and answers as bytes and reads them back.
 *
 * <p>Any thread; immutable. The same value gives the same bytes in every process: results are part
 * of the replicated state.
 *
 * @param <T> the type of the values; {@link Void} for none, whose only value is null
 */
public interface ValueCodec<T extends @Nullable Object> {
  /**
   * Writes a value; no bytes are bytes, too.
   *
   * @throws IllegalArgumentException if it holds what cannot be written; the message names the
   *     component
   */
  Bytes encode(T value);

  /**
   * Reads a value that anyone may have sent.
   *
   * @throws CodecException if the bytes are no such value; the message says where
   */
  T decode(Bytes bytes) throws CodecException;

  /** A JSON Schema of the values, for people and tools; empty by default. */
  default Optional<String> schema() {
    return Optional.empty();
  }

  /**
   * Writes a value to a stream, and does not close it.
   *
   * @throws IllegalArgumentException as {@link #encode}
   * @throws IOException if the stream does
   */
  default void writeTo(OutputStream target, T value) throws IOException {
    target.write(encode(value).toArray());
  }

  /**
   * Reads the value that a stream holds up to its end; the whole of it is in memory meanwhile.
   *
   * @throws CodecException as {@link #decode}
   * @throws IOException if the stream does
   */
  default T readFrom(InputStream source) throws IOException, CodecException {
    return decode(Bytes.wrap(source.readAllBytes()));
  }
}

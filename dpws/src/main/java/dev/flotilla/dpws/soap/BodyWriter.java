package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlWriter;
import java.util.function.ToLongFunction;

/**
 * Writes the content of a message. Stateless, any thread, never blocks.
 *
 * @param <T> the message
 */
@FunctionalInterface
public interface BodyWriter<T> {
  /** Writes the child element of the body. */
  void write(T value, XmlWriter out);

  /** Writes header blocks beyond WS-Addressing. */
  default void writeHeaderBlocks(T value, XmlWriter out) {}

  /**
   * About how many bytes the value holds while it waits to be written; 0 for what is always small.
   * Must not take long: it is asked for every answer.
   */
  default long heldBytes(T value) {
    return 0;
  }

  /** A writer of values that may be large, with a measure of what each holds. */
  static <T> BodyWriter<T> measured(BodyWriter<T> writer, ToLongFunction<T> heldBytes) {
    return new BodyWriter<>() {
      @Override
      public void write(T value, XmlWriter out) {
        writer.write(value, out);
      }

      @Override
      public void writeHeaderBlocks(T value, XmlWriter out) {
        writer.writeHeaderBlocks(value, out);
      }

      @Override
      public long heldBytes(T value) {
        return heldBytes.applyAsLong(value);
      }
    };
  }
}

package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;

/**
 * Writes and reads the content of messages of which most are like one that was written before, by
 * the template of that one. Its {@link #write} marks what differs between them as slots. Stateless,
 * any thread, never blocks.
 *
 * @param <T> the message
 */
public interface TemplatedBody<T> extends BodyWriter<T> {
  /** Whether a message differs from the example only in what is in its slots. */
  boolean isLike(T example, T message);

  /** The message without what is large in its slots, to be kept as an example. */
  default T example(T message) {
    return message;
  }

  /**
   * Writes what is in the slots, in the order in which {@link #write} marks them.
   *
   * @param message one that is like the example
   */
  void writeSlots(T message, SlotWriter out) throws TemplateMismatchException;

  /**
   * Reads the message from its slots.
   *
   * @param example says what is not in slots
   * @throws TemplateMismatchException also if the message must be refused: that is for the {@link
   *     BodyReader} to say
   * @throws IllegalArgumentException likewise
   */
  T readSlots(T example, SlotReader in) throws TemplateMismatchException;
}

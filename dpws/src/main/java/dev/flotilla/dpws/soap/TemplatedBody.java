package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlWriter;
import java.util.function.BiPredicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * Writes and reads the content of messages of which most are like one that was written before, by
 * the template of that one. Stateless, any thread, never blocks.
 *
 * @param full writes a message in full, and marks what differs between messages as slots
 * @param size about how many bytes a message holds
 * @param likeness whether the second message differs from the first only in what is in its slots
 * @param example the message without what is large in its slots, to be kept as an example
 * @param <T> the message
 */
public record TemplatedBody<T>(
    BodyWriter<T> full,
    ToLongFunction<T> size,
    BiPredicate<T, T> likeness,
    UnaryOperator<T> example,
    SlotsWriter<T> slotsWriter,
    SlotsReader<T> slotsReader)
    implements BodyWriter<T> {
  /** Writes what is in the slots of a message, in the order in which they are marked. */
  @FunctionalInterface
  public interface SlotsWriter<T> {
    /** Writes it; the message is like the example. */
    void write(T message, SlotWriter out) throws TemplateMismatchException;
  }

  /** Reads a message from its slots. */
  @FunctionalInterface
  public interface SlotsReader<T> {
    /**
     * Reads the message.
     *
     * @param example says what is not in slots
     * @throws TemplateMismatchException also if the message must be refused: that is for the {@link
     *     BodyReader} to say
     * @throws IllegalArgumentException likewise
     */
    T read(T example, SlotReader in) throws TemplateMismatchException;
  }

  @Override
  public void write(T message, XmlWriter out) {
    full.write(message, out);
  }

  @Override
  public long heldBytes(T message) {
    return size.applyAsLong(message);
  }
}

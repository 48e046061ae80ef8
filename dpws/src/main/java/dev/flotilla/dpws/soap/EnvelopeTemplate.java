package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlTemplate;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * An envelope by which others are written or read: those that differ from it in the ids of the
 * header and in the slots of the body. Immutable.
 *
 * @param <T> the message in the body
 */
final class EnvelopeTemplate<T> {
  /** Larger ones are not kept: each connection may have some. */
  private static final int MAX_BYTES = 4 << 10;

  final TemplatedBody<T> body;

  /** What has read such a body; null if the template is for writing. */
  final @Nullable BodyReader<T> reader;

  private final SoapHeader header;
  private final T example;
  private final XmlTemplate xml;

  /** Appends an envelope in full, and makes a template of it. */
  EnvelopeTemplate(
      ByteBuf out,
      SoapHeader header,
      TemplatedBody<T> body,
      @Nullable BodyReader<T> reader,
      T message) {
    this.body = body;
    this.reader = reader;
    this.header = header;
    this.example = body.example(message);
    this.xml = SoapWriter.record(out, header, body, message);
  }

  /** Whether it is small enough to be kept. */
  boolean isSmall() {
    return xml.sizeBytes() <= MAX_BYTES;
  }

  /**
   * Appends an envelope, or nothing if it is not like this one.
   *
   * @param message one of this body
   */
  @SuppressWarnings("unchecked") // The bodies are the same object.
  <B> boolean write(ByteBuf out, SoapHeader sent, TemplatedBody<B> bodies, B message) {
    return bodies == body && writeLike(out, sent, (T) message);
  }

  private boolean writeLike(ByteBuf out, SoapHeader sent, T message) {
    if (!sent.isLike(header) || !body.isLike(example, message)) {
      return false;
    }
    try {
      SlotWriter slots = new SlotWriter(xml);
      sent.writeIds(slots);
      body.writeSlots(message, slots);
      slots.finish(out);
      return true;
    } catch (TemplateMismatchException e) {
      return false;
    }
  }

  /** Reads an envelope; null if it is not like this one, or has to be refused. */
  @Nullable KnownEnvelope<T> read(byte[] document, int offset, int length, XmlLimits limits) {
    try {
      SlotReader slots = new SlotReader(xml, document, offset, length, limits);
      SoapHeader received = header.readIds(slots);
      T message = body.readSlots(example, slots);
      slots.finish();
      return new KnownEnvelope<>(received, reader, message, document, offset, length, limits);
    } catch (TemplateMismatchException | RuntimeException e) {
      return null; // The parser says what is wrong, if anything is.
    }
  }
}

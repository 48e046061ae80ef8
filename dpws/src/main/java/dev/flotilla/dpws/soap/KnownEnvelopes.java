package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The templates of the last envelopes that went over a connection. An envelope that is like one of
 * them is written or read by it, in a small part of the time; any other is written or parsed in
 * full, and may become a template. Only bodies with a {@link TemplatedBody} have templates.
 *
 * <p>A template for reading is what {@link SoapWriter} makes of a message that was parsed, and
 * counts only if it fits the bytes that were received. So the parser has accepted all that lies
 * between the slots; {@link dev.flotilla.dpws.xml.SlotReader} takes into a slot only what means the
 * same to both; and what other programs send, in their own form, is always parsed.
 *
 * <p>One thread. At most {@value #MAX_TEMPLATES} templates; the oldest gives way.
 */
public final class KnownEnvelopes {
  static final int MAX_TEMPLATES = 8;

  /** Of so many envelopes without a template, one after another, each is to become one. */
  private static final int EAGER_MISSES = 8;

  /** To learn an envelope it is written again; larger ones are not worth that. */
  private static final int MAX_LEARNED_BYTES = 256 << 10;

  private final XmlLimits limits;
  private final List<EnvelopeTemplate<?>> known = new ArrayList<>(0);
  private int oldest;
  private int misses;

  /**
   * No templates yet.
   *
   * @param limits of the envelopes that are read
   */
  public KnownEnvelopes(XmlLimits limits) {
    this.limits = limits;
  }

  /** Appends an envelope, the same as {@link SoapWriter#write} does. */
  public <T> void write(ByteBuf out, SoapHeader header, BodyWriter<T> writer, T message) {
    if (!(writer instanceof TemplatedBody<T> body)) {
      SoapWriter.write(out, header, writer, message);
      return;
    }
    for (int i = 0; i < known.size(); i++) {
      EnvelopeTemplate<?> each = known.get(i);
      if (each.body == body && each.write(out, header, body, message)) {
        misses = 0;
        return;
      }
    }
    if (!isToLearn()) {
      SoapWriter.write(out, header, writer, message);
      return;
    }
    int start = out.writerIndex();
    EnvelopeTemplate<T> template = new EnvelopeTemplate<>(out, header, body, null, message);
    ByteBuf written = out.slice(start, out.writerIndex() - start);
    if (template.isSmall() && written.readableBytes() <= MAX_LEARNED_BYTES) {
      ByteBuf again = Unpooled.buffer(written.readableBytes());
      if (template.write(again, header, body, message) && again.equals(written)) {
        add(template);
      }
    }
  }

  /** Opens an envelope that is like a known one; null if it has to be parsed. */
  public @Nullable SoapReader open(byte[] document, int offset, int length) {
    for (int i = 0; i < known.size(); i++) {
      EnvelopeTemplate<?> each = known.get(i);
      SoapReader in = each.reader == null ? null : each.read(document, offset, length, limits);
      if (in != null) {
        misses = 0;
        return in;
      }
    }
    return null;
  }

  /**
   * Makes a template of an envelope that was received, unless it was read by one.
   *
   * @param in what has read it
   * @param reader what has read its body
   * @param writer what writes such bodies
   * @param message what was in the body
   */
  public <T> void learn(
      SoapReader in,
      BodyReader<T> reader,
      BodyWriter<T> writer,
      T message,
      byte[] document,
      int offset,
      int length) {
    if (in instanceof KnownEnvelope
        || !(writer instanceof TemplatedBody<T> body)
        || length > MAX_LEARNED_BYTES
        || !isToLearn()) {
      return;
    }
    ByteBuf written = Unpooled.buffer(length);
    EnvelopeTemplate<T> template;
    try {
      template = new EnvelopeTemplate<>(written, in.header(), body, reader, message);
    } catch (RuntimeException e) {
      return; // It was read, and only its form is in question.
    }
    KnownEnvelope<T> again = template.read(document, offset, length, limits);
    boolean isTheSame =
        again != null && again.header().equals(in.header()) && again.message.equals(message);
    if (isTheSame && template.isSmall()) {
      add(template);
    }
  }

  /** A sender whose envelopes are never alike costs more and more seldom what learning costs. */
  private boolean isToLearn() {
    misses++;
    return misses <= EAGER_MISSES || Integer.bitCount(misses) == 1;
  }

  private void add(EnvelopeTemplate<?> template) {
    if (known.size() < MAX_TEMPLATES) {
      known.add(template);
    } else {
      known.set(oldest, template);
      oldest = (oldest + 1) % MAX_TEMPLATES;
    }
  }
}

package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlTemplate;
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

  /** Larger templates are not kept: each connection may have some. */
  private static final int MAX_TEMPLATE_BYTES = 4 << 10;

  private final XmlLimits limits;
  private final int maxElements;
  private final int maxTextChars;
  private final List<Template<?>> known = new ArrayList<>(0);
  private int oldest;
  private int misses;

  // Where the template was that fitted last: most envelopes are like the one before.
  private int lastWritten;
  private int lastRead;

  /**
   * An envelope that others differ from in the ids of the header and in the slots of the body.
   *
   * @param reader what has read such a body; null if the template is for writing
   * @param <T> the message in the body
   */
  private record Template<T>(
      SoapHeader header,
      TemplatedBody<T> body,
      @Nullable BodyReader<T> reader,
      T example,
      XmlTemplate xml) {}

  /**
   * No templates yet.
   *
   * @param limits of the envelopes that are read
   */
  public KnownEnvelopes(XmlLimits limits) {
    this.limits = limits;
    this.maxElements = limits.maxElements();
    this.maxTextChars = limits.maxTextChars();
  }

  /** Appends an envelope, the same as {@link SoapWriter#write} does. */
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // The bodies are the same object.
  public <T> void write(ByteBuf out, SoapHeader header, BodyWriter<T> writer, T message) {
    if (!(writer instanceof TemplatedBody<T> body)) {
      SoapWriter.write(out, header, writer, message);
      return;
    }
    for (int i = 0; i < known.size(); i++) {
      int place = (lastWritten + i) % known.size();
      Template<?> each = known.get(place);
      if (each.body == body && writeLike((Template<T>) each, out, header, message)) {
        lastWritten = place;
        misses = 0;
        return;
      }
    }
    if (!isToLearn()) {
      SoapWriter.write(out, header, writer, message);
      return;
    }
    int start = out.writerIndex();
    Template<T> template = recorded(out, header, body, null, message);
    ByteBuf written = out.slice(start, out.writerIndex() - start);
    if (written.readableBytes() <= MAX_LEARNED_BYTES) {
      ByteBuf again = Unpooled.buffer(written.readableBytes());
      if (writeLike(template, again, header, message) && again.equals(written)) {
        add(template);
      }
    }
  }

  /** Appends an envelope in full, and makes a template of it. */
  private static <T> Template<T> recorded(
      ByteBuf out,
      SoapHeader header,
      TemplatedBody<T> body,
      @Nullable BodyReader<T> reader,
      T message) {
    return new Template<>(
        header,
        body,
        reader,
        body.example().apply(message),
        SoapWriter.record(out, header, body, message));
  }

  /** Appends an envelope, or nothing if it is not like the template. */
  private static <T> boolean writeLike(
      Template<T> template, ByteBuf out, SoapHeader header, T message) {
    if (!header.isLike(template.header)
        || !template.body.likeness().test(template.example, message)) {
      return false;
    }
    try {
      SlotWriter slots = new SlotWriter(template.xml);
      header.writeIds(slots);
      template.body.slotsWriter().write(message, slots);
      slots.finish(out);
      return true;
    } catch (TemplateMismatchException e) {
      return false;
    }
  }

  /** Opens an envelope that is like a known one; null if it has to be parsed. */
  public @Nullable SoapReader open(byte[] document, int offset, int length) {
    for (int i = 0; i < known.size(); i++) {
      int place = (lastRead + i) % known.size();
      Template<?> each = known.get(place);
      SoapReader in = each.reader == null ? null : readLike(each, document, offset, length);
      if (in != null) {
        lastRead = place;
        misses = 0;
        return in;
      }
    }
    return null;
  }

  /** Reads an envelope; null if it is not like the template, or has to be refused. */
  private <T> @Nullable SoapReader readLike(
      Template<T> template, byte[] document, int offset, int length) {
    try {
      SlotReader slots =
          new SlotReader(template.xml, document, offset, length, maxElements, maxTextChars);
      SoapHeader header = template.header.readIds(slots);
      T message = template.body.slotsReader().read(template.example, slots);
      slots.finish();
      return new SoapReader(header, template.reader, message, document, offset, length, limits);
    } catch (TemplateMismatchException | RuntimeException e) {
      return null; // The parser says what is wrong, if anything is.
    }
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
    if (in.message != null
        || !(writer instanceof TemplatedBody<T> body)
        || length > MAX_LEARNED_BYTES
        || !isToLearn()) {
      return;
    }
    ByteBuf written = Unpooled.buffer(length);
    Template<T> template;
    try {
      template = recorded(written, in.header(), body, reader, message);
    } catch (RuntimeException e) {
      return; // It was read, and only its form is in question.
    }
    SoapReader again = readLike(template, document, offset, length);
    if (again != null && again.header().equals(in.header()) && message.equals(again.message)) {
      add(template);
    }
  }

  /** A sender whose envelopes are never alike costs more and more seldom what learning costs. */
  private boolean isToLearn() {
    misses++;
    return misses <= EAGER_MISSES || Integer.bitCount(misses) == 1;
  }

  private void add(Template<?> template) {
    if (template.xml.sizeBytes() > MAX_TEMPLATE_BYTES) {
      return;
    }
    if (known.size() < MAX_TEMPLATES) {
      known.add(template);
    } else {
      known.set(oldest, template);
      oldest = (oldest + 1) % MAX_TEMPLATES;
    }
  }
}

package dev.flotilla.dpws.xml;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Writes a document by its {@link XmlTemplate}: the content of each slot, in order. What it writes
 * has the same bytes as if {@link XmlWriter} had written it; what needs more than to be copied does
 * not fit, and has to be written in full. Not thread-safe; never blocks.
 */
public final class SlotWriter {
  /** Numbers of more digits are written in full. */
  static final int MAX_DIGITS = 18;

  private static final long MAX_NUMBER = 999_999_999_999_999_999L;
  private static final int ROOM_FOR_SLOTS = 512;

  private final XmlTemplate template;
  private byte[] bytes;
  private int at;
  private int slot;
  private int from;

  /** Starts a document. */
  public SlotWriter(XmlTemplate template) {
    this.template = template;
    this.bytes = new byte[template.stretches.length + ROOM_FOR_SLOTS];
  }

  /** Writes a number into the next slot. */
  public void number(long number) throws TemplateMismatchException {
    if (number < 0 || number > MAX_NUMBER) {
      throw new TemplateMismatchException();
    }
    next(MAX_DIGITS);
    int digits = 1;
    for (long power = 10; digits < MAX_DIGITS && number >= power; power *= 10) {
      digits++;
    }
    long rest = number;
    for (int i = at + digits - 1; i >= at; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    at += digits;
  }

  /** Writes a text into the next slot. */
  public void text(String text) throws TemplateMismatchException {
    byte[] ascii = text.getBytes(StandardCharsets.UTF_8);
    if (ascii.length != text.length()) {
      throw new TemplateMismatchException();
    }
    for (int i = 0; i < ascii.length; i++) {
      byte c = ascii[i];
      // A lone surrogate becomes a question mark.
      if (!XmlWriter.PLAIN[c] || (c == '?' && text.charAt(i) != '?')) {
        throw new TemplateMismatchException();
      }
    }
    next(ascii.length);
    System.arraycopy(ascii, 0, bytes, at, ascii.length);
    at += ascii.length;
  }

  /**
   * Writes bytes into the next slot: as the UTF-8 of a text, or as base64 if the template has that
   * there and no text could carry them.
   */
  public void bytes(byte[] content) throws TemplateMismatchException {
    if (slot < template.isBase64.length && template.isBase64[slot]) {
      if (XmlText.isCarriable(content)) {
        throw new TemplateMismatchException();
      }
      next(0);
      append(Base64.getEncoder().encode(content));
      return;
    }
    int all = 0;
    for (byte c : content) {
      if (c >= 0 && !XmlWriter.PLAIN[c]) {
        throw new TemplateMismatchException();
      }
      all |= c;
    }
    if (all < 0 && !XmlText.isCarriable(content)) {
      throw new TemplateMismatchException();
    }
    next(content.length);
    System.arraycopy(content, 0, bytes, at, content.length);
    at += content.length;
  }

  /** Begins the next slot, which takes what is {@link #append appended}. */
  public void begin() throws TemplateMismatchException {
    next(0);
  }

  /** Adds a piece of a document to the slot that has been begun. */
  public void append(byte[] piece) {
    if (bytes.length - at < piece.length) {
      grow(piece.length);
    }
    System.arraycopy(piece, 0, bytes, at, piece.length);
    at += piece.length;
  }

  /** Ends the document, and appends it to a buffer. */
  public void finish(ByteBuf out) throws TemplateMismatchException {
    finish();
    out.writeBytes(bytes, 0, at);
  }

  /** Ends the document, and returns it. */
  public byte[] toBytes() throws TemplateMismatchException {
    finish();
    return Arrays.copyOf(bytes, at);
  }

  private void finish() throws TemplateMismatchException {
    if (slot != template.isBase64.length) {
      throw new TemplateMismatchException();
    }
    int length = template.stretches.length - from;
    if (bytes.length - at < length) {
      grow(length);
    }
    System.arraycopy(template.stretches, from, bytes, at, length);
    at += length;
  }

  /** Writes what comes before the next slot, and makes room for what comes into it. */
  private void next(int room) throws TemplateMismatchException {
    if (slot == template.isBase64.length) {
      throw new TemplateMismatchException();
    }
    int length = template.ends[slot++] - from;
    if (bytes.length - at < (long) length + room) {
      grow(Math.addExact(length, room));
    }
    System.arraycopy(template.stretches, from, bytes, at, length);
    at += length;
    from += length;
  }

  private void grow(int length) {
    bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(at, length)));
  }
}

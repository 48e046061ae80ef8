package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.dpws.xml.XmlWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * A message for tests whose kind stays the same.
 *
 * @param kind in no slot
 * @param number not negative
 * @param text any text
 * @param data as text, or as base64
 */
public record Note(String kind, long number, String text, ByteBuffer data) {
  public static final String ACTION = "urn:test:notes/Note";
  public static final XmlElement NOTE = XmlElement.of("urn:test:notes", "n", "Note");
  private static final XmlElement KIND = NOTE.sibling("kind");
  private static final XmlElement NUMBER = NOTE.sibling("number");
  private static final XmlElement TEXT = NOTE.sibling("text");
  private static final XmlElement DATA = NOTE.sibling("data");
  private static final XmlElement BINARY = NOTE.sibling("binary");
  private static final XmlField<String> KINDS = XmlField.token(KIND);
  private static final XmlField<Long> NUMBERS = XmlField.number(NUMBER);
  private static final XmlField<String> TEXTS = XmlField.text(TEXT);
  private static final XmlField<byte[]> TEXT_DATA = XmlField.of(DATA, XmlReader::utf8);
  private static final XmlField<byte[]> BINARY_DATA = XmlField.of(BINARY, XmlReader::base64);

  public static Note of(String kind, long number, String text) {
    return new Note(kind, number, text, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  Note with(byte... bytes) {
    return new Note(kind, number, text, ByteBuffer.wrap(bytes));
  }

  /** Reads notes, and counts them. */
  public static final class Reader implements BodyReader<Note> {
    public final AtomicInteger count = new AtomicInteger();

    @Override
    public Note read(XmlReader in) throws XmlException {
      count.incrementAndGet();
      in.expect(NOTE);
      XmlFields read = XmlFields.read(in, KINDS, NUMBERS, TEXTS, TEXT_DATA, BINARY_DATA);
      byte[] data = read.find(BINARY_DATA).orElseGet(() -> read.find(TEXT_DATA).orElseThrow());
      return new Note(
          read.require(KINDS), read.require(NUMBERS), read.require(TEXTS), ByteBuffer.wrap(data));
    }
  }

  /** Writes notes, and counts those that are written in full. */
  public static final class Body {
    public final AtomicInteger count = new AtomicInteger();

    /** How many notes were compared with a template: before they are written, or read by it. */
    final AtomicInteger tries = new AtomicInteger();

    public final TemplatedBody<Note> templated =
        new TemplatedBody<>(
            this::write,
            note -> 0,
            this::isLike,
            UnaryOperator.identity(),
            this::writeSlots,
            this::readSlots);

    private void write(Note note, XmlWriter out) {
      count.incrementAndGet();
      out.open(NOTE).element(KIND, note.kind());
      out.slot().element(NUMBER, note.number());
      out.slot().element(TEXT, note.text());
      byte[] data = note.data().array();
      if (XmlText.isCarriable(data)) {
        out.slot().utf8(DATA, data);
      } else {
        out.slot().base64(BINARY, data);
      }
      out.close(NOTE);
    }

    private boolean isLike(Note example, Note note) {
      tries.incrementAndGet();
      return note.kind().equals(example.kind());
    }

    private void writeSlots(Note note, SlotWriter out) throws TemplateMismatchException {
      out.number(note.number());
      out.text(note.text());
      out.bytes(note.data().array());
    }

    private Note readSlots(Note example, SlotReader in) throws TemplateMismatchException {
      tries.incrementAndGet();
      return new Note(
          example.kind(), in.number(Long.MAX_VALUE), in.text(), ByteBuffer.wrap(in.bytes()));
    }
  }
}

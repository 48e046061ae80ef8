package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/**
 * Bytes on the wire: as text in the contract's own element where XML can carry them unchanged, else
 * in base64 in an element of ours, with the contract's element left empty.
 */
final class BytesCodec {
  private BytesCodec() {}

  /**
   * Writes the text element, a slot if it holds the bytes; true if the base64 form has to follow in
   * the extension.
   */
  static boolean writeText(XmlWriter out, XmlElement element, byte[] content) {
    if (XmlText.isCarriable(content)) {
      out.slot().utf8(element, content);
      return false;
    }
    out.element(element, "");
    return true;
  }

  static XmlField<Bytes> text(XmlElement element) {
    return XmlField.of(element, in -> Bytes.wrap(in.utf8()));
  }

  static XmlField<Bytes> data(XmlElement element) {
    return XmlField.of(element, in -> Bytes.wrap(in.base64()));
  }

  /**
   * What the two elements say together.
   *
   * @throws XmlException if both hold something
   */
  static Optional<Bytes> either(XmlFields read, XmlField<Bytes> text, XmlField<Bytes> data)
      throws XmlException {
    Optional<Bytes> binary = read.find(data);
    Optional<Bytes> asText = read.find(text);
    if (binary.isEmpty()) {
      return asText;
    }
    if (asText.isPresent() && asText.get().size() > 0) {
      throw read.fail(data, "excludes a text in", text);
    }
    return binary;
  }

  /** The same of bytes that have to be there. */
  static Bytes require(XmlFields read, XmlField<Bytes> text, XmlField<Bytes> data)
      throws XmlException {
    Optional<Bytes> either = either(read, text, data);
    return either.isPresent() ? either.get() : read.require(text);
  }
}

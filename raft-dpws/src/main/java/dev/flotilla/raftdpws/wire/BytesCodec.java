package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on the wire: as text in the contract's own element where XML can carry them unchanged, else
 * in base64 in an element of ours, with the contract's element left empty.
 */
final class BytesCodec {
  private BytesCodec() {}

  /** Writes the text element; true if the base64 form has to follow in the extension. */
  static boolean writeText(XmlWriter out, XmlElement element, byte[] content) {
    if (XmlText.isCarriable(content)) {
      out.utf8(element, content);
      return false;
    }
    out.element(element, "");
    return true;
  }

  static Bytes readText(XmlReader in) throws XmlException {
    return Bytes.wrap(in.utf8());
  }

  static Bytes readData(XmlReader in) throws XmlException {
    return Bytes.wrap(in.base64());
  }

  /** What the two elements say together; the binary one wins, since the other is then empty. */
  static @Nullable Bytes merge(@Nullable Bytes text, @Nullable Bytes data) {
    return data != null ? data : text;
  }
}

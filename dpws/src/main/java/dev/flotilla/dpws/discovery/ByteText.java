package dev.flotilla.dpws.discovery;

import java.nio.charset.StandardCharsets;

/** A text that is looked for in datagrams before they are parsed. Immutable. */
final class ByteText {
  private final byte[] wanted;

  ByteText(String text) {
    this.wanted = text.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the datagram holds the text as it is, without any escape of XML. */
  boolean isIn(byte[] datagram) {
    for (int start = 0; start <= datagram.length - wanted.length; start++) {
      int length = 0;
      while (length < wanted.length && datagram[start + length] == wanted[length]) {
        length++;
      }
      if (length == wanted.length) {
        return true;
      }
    }
    return false;
  }
}

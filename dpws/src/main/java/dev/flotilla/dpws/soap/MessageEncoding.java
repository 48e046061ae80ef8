package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlException;

/**
 * Another form of envelopes on the wire than XML, such as EXI. Both sides of a connection must have
 * the same; XML is always understood.
 *
 * <p><b>Thread.</b> Any, several at once. Does not block.
 */
public interface MessageEncoding {
  /**
   * The content type of its messages, in lower case and with all parameters. Two encodings that
   * cannot read each other's messages have different content types.
   */
  String contentType();

  /**
   * Encodes an envelope.
   *
   * @param xml an array that holds a well-formed envelope
   * @param offset where the envelope begins
   * @param length how many bytes it has
   * @throws IllegalArgumentException if it is not well-formed
   */
  byte[] encode(byte[] xml, int offset, int length);

  /**
   * Decodes a message to XML, which is checked afterwards like XML from the wire.
   *
   * @param message an array that starts with the message
   * @param length how many bytes it has
   * @param maxXmlBytes how large the result may become
   * @throws XmlException if it is malformed, or the result would exceed {@code maxXmlBytes}
   */
  byte[] decode(byte[] message, int length, int maxXmlBytes) throws XmlException;
}

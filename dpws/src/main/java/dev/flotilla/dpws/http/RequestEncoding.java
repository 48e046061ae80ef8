package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.MessageCollector;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import org.jspecify.annotations.Nullable;

/**
 * In which form a request is, and in which its answer.
 *
 * @param isXml whether the request is in XML
 * @param other the other form that is known to both sides; null if there is none
 */
record RequestEncoding(boolean isXml, @Nullable MessageEncoding other) {
  /**
   * What a request says of itself.
   *
   * @param offered the other form that is understood here; null if there is none
   */
  static RequestEncoding of(MessageCollector request, @Nullable MessageEncoding offered) {
    boolean isXml = request.isSoap();
    boolean isShared =
        offered != null
            && (isXml
                ? request.accepts(offered.contentType())
                : request.isOf(offered.contentType()));
    return new RequestEncoding(isXml, isShared ? offered : null);
  }

  /** Whether the request can be read. */
  boolean isKnown() {
    return isXml || other != null;
  }

  /** A reader on the request's envelope. */
  XmlReader open(MessageCollector request, HttpLimits limits) throws XmlException {
    if (isXml || other == null) {
      return XmlReader.of(request.body(), 0, request.bodyLength(), limits.xml());
    }
    byte[] xml = other.decode(request.body(), request.bodyLength(), limits.maxEnvelopeBytes());
    return XmlReader.of(xml, 0, xml.length, limits.xml());
  }
}

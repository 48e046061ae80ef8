package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.http.message.MessageHeads;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import io.netty.handler.codec.http.HttpMessage;
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
  static RequestEncoding of(HttpMessage request, @Nullable MessageEncoding offered) {
    boolean isXml = MessageHeads.isSoap(request);
    boolean isShared =
        offered != null
            && (isXml
                ? MessageHeads.accepts(request, offered.contentType())
                : MessageHeads.isOf(request, offered.contentType()));
    return new RequestEncoding(isXml, isShared ? offered : null);
  }

  /** Whether the request can be read. */
  boolean isKnown() {
    return isXml || other != null;
  }

  /** A reader on the request's envelope. */
  XmlReader open(MessageBody body, HttpLimits limits) throws XmlException {
    if (isXml || other == null) {
      return XmlReader.of(body.array(), body.offset(), body.length(), limits.xml());
    }
    byte[] xml = other.decode(body.fromStart(), body.length(), limits.maxEnvelopeBytes());
    return XmlReader.of(xml, 0, xml.length, limits.xml());
  }
}

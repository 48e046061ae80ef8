package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.http.message.MessageCollector;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * In which form the messages of one connection are. Requests are in XML, and offer the other
 * encoding, until an answer comes in it: then the server understands it. On the connection's event
 * loop.
 */
final class Encodings {
  private final @Nullable MessageEncoding own;
  private final int maxXmlBytes;
  private boolean isUnderstood;

  Encodings(Optional<MessageEncoding> own, int maxXmlBytes) {
    this.own = own.orElse(null);
    this.maxXmlBytes = maxXmlBytes;
  }

  /** In what the next request is encoded; null for XML. */
  @Nullable MessageEncoding used() {
    return isUnderstood ? own : null;
  }

  /** Starts a request; returns where its body begins. */
  int begin(ByteBuf out, byte[] requestHead) {
    if (own == null) {
      return HttpWriter.beginRequest(out, requestHead);
    }
    return isUnderstood
        ? HttpWriter.beginEncoded(out, requestHead, own)
        : HttpWriter.beginOffer(out, requestHead, own);
  }

  /** Whether an answer carries an envelope in a form that is known here. */
  boolean isEnvelope(MessageCollector answer) {
    return answer.isSoap() || (own != null && answer.isOf(own.contentType()));
  }

  /** A reader on the answer's envelope. */
  XmlReader open(MessageCollector answer, XmlLimits limits) throws XmlException {
    if (own == null || answer.isSoap()) {
      return XmlReader.of(answer.body(), 0, answer.bodyLength(), limits);
    }
    isUnderstood = true;
    byte[] xml = own.decode(answer.body(), answer.bodyLength(), maxXmlBytes);
    return XmlReader.of(xml, 0, xml.length, limits);
  }
}

package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.http.message.MessageHeads;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.KnownEnvelopes;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * In which form the messages of one connection are, and what the last ones were like. Requests are
 * in XML, and offer the other encoding, until an answer comes in it: then the server understands
 * it. On the connection's event loop.
 */
final class Encodings {
  private final @Nullable MessageEncoding own;
  private final int maxXmlBytes;
  private final XmlLimits limits;
  private final KnownEnvelopes known;
  private boolean isUnderstood;

  Encodings(Optional<MessageEncoding> own, int maxXmlBytes, XmlLimits limits) {
    this.own = own.orElse(null);
    this.maxXmlBytes = maxXmlBytes;
    this.limits = limits;
    this.known = new KnownEnvelopes(limits);
  }

  /** In what the next request is encoded; null for XML. */
  @Nullable MessageEncoding used() {
    return isUnderstood ? own : null;
  }

  /** Starts a request; returns where its body begins. */
  int begin(ByteBuf out, Target target) {
    if (own == null) {
      return HttpWriter.begin(out, target.soapHead());
    }
    return isUnderstood
        ? HttpWriter.beginEncoded(out, target.requestHead(), own)
        : HttpWriter.beginOffer(out, target.requestHead(), own);
  }

  /** Whether an answer carries an envelope in a form that is known here. */
  boolean isEnvelope(ResponseHead answer) {
    return answer.isSoap()
        || (own != null && MessageHeads.isOf(answer.response(), own.contentType()));
  }

  /** Writes the envelope of a request, in XML. */
  <T> void write(ByteBuf out, SoapHeader header, BodyWriter<T> writer, T request) {
    known.write(out, header, writer, request);
  }

  /** A reader on the answer's envelope. */
  SoapReader open(ResponseHead head, MessageBody body) throws XmlException, SoapFaultException {
    if (own == null || head.isSoap()) {
      SoapReader in = known.open(body.array(), body.offset(), body.length());
      return in == null ? parse(body.array(), body.offset(), body.length()) : in;
    }
    isUnderstood = true;
    byte[] xml = own.decode(body.fromStart(), body.length(), maxXmlBytes);
    return parse(xml, 0, xml.length);
  }

  private SoapReader parse(byte[] xml, int offset, int length)
      throws XmlException, SoapFaultException {
    return SoapReader.open(XmlReader.of(xml, offset, length, limits));
  }

  /** Learns the form of an answer that has been read. */
  <T> void learn(
      SoapReader in, Operation<?, T> operation, T message, ResponseHead head, MessageBody body) {
    if (own == null || head.isSoap()) {
      known.learn(
          in,
          operation.responseReader(),
          operation.responseWriter(),
          message,
          body.array(),
          body.offset(),
          body.length());
    }
  }
}

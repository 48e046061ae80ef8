package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.soap.Addressing;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.HeaderBlockReader;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Discovery's messages as SOAP 1.2 envelopes, one in a datagram. */
final class EnvelopeCodec {
  private static final XmlElement APP_SEQUENCE = MessageCodec.PROBE.sibling("AppSequence");
  private static final XmlLimits LIMITS = new XmlLimits(24, 2_000, 64, 16 << 10);

  private static final BigInteger MAX_NUMBER = BigInteger.valueOf(Long.MAX_VALUE);
  private static final Pattern IS_NUMBER = Pattern.compile("[0-9]{1,100}");

  /** The one header block that is discovery's own. */
  private static final class SequenceReader implements HeaderBlockReader {
    private @Nullable AppSequence sequence;

    @Override
    public boolean read(XmlReader in) throws XmlException {
      if (!in.is(APP_SEQUENCE)) {
        return false;
      }
      String sequenceId = in.attribute("", "SequenceId");
      sequence =
          new AppSequence(
              number(in, "InstanceId"),
              sequenceId == null ? null : sequenceId.strip(),
              number(in, "MessageNumber"));
      in.skip();
      return true;
    }

    private static long number(XmlReader in, String name) throws XmlException {
      String value = in.attribute("", name);
      if (value == null) {
        throw in.fail(APP_SEQUENCE + " has no " + name);
      }
      String digits = value.strip();
      if (!IS_NUMBER.matcher(digits).matches()) {
        throw in.fail("the %s of %s is no number".formatted(name, APP_SEQUENCE));
      }
      return new BigInteger(digits).min(MAX_NUMBER).longValueExact();
    }
  }

  private EnvelopeCodec() {}

  /**
   * The datagram of a message.
   *
   * @throws IllegalArgumentException when it holds text that XML cannot carry
   */
  static byte[] write(Envelope envelope) {
    ByteBuf buffer = Unpooled.buffer(1_024);
    String relatesTo = envelope.relatesTo();
    String to = relatesTo == null ? Namespaces.TO_ALL : Addressing.ANONYMOUS;
    String action = MessageCodec.action(envelope.message());
    SoapWriter.write(
        buffer,
        new SoapHeader(action, envelope.messageId(), relatesTo, to, null, null, List.of()),
        new EnvelopeWriter(),
        envelope);
    return ByteBufUtil.getBytes(buffer);
  }

  /** Writes what follows the addressing headers. */
  private static final class EnvelopeWriter implements BodyWriter<Envelope> {
    @Override
    public void writeHeaderBlocks(Envelope envelope, XmlWriter out) {
      AppSequence sequence = envelope.sequence();
      if (sequence == null) {
        return;
      }
      out.open(APP_SEQUENCE).attribute("InstanceId", Long.toString(sequence.instanceId()));
      if (sequence.sequenceId() != null) {
        out.attribute("SequenceId", sequence.sequenceId());
      }
      out.attribute("MessageNumber", Long.toString(sequence.messageNumber()));
      out.close(APP_SEQUENCE);
    }

    @Override
    public void write(Envelope envelope, XmlWriter out) {
      MessageCodec.write(envelope.message(), out);
    }
  }

  /**
   * Reads whatever came in a datagram, to its end.
   *
   * @throws XmlException when it is no message of WS-Discovery 1.1, whatever else it is
   */
  static Envelope read(byte[] datagram) throws XmlException {
    try {
      SequenceReader sequence = new SequenceReader();
      SoapReader in = SoapReader.open(XmlReader.of(datagram, 0, datagram.length, LIMITS), sequence);
      String messageId = in.header().messageId();
      if (messageId == null) {
        throw new XmlException("a discovery message needs a MessageID");
      }
      DiscoveryMessage message = in.body(MessageCodec::read);
      if (!in.header().action().equals(MessageCodec.action(message))) {
        throw new XmlException("the body does not belong to action " + in.header().action());
      }
      return new Envelope(messageId, in.header().relatesTo(), sequence.sequence, message);
    } catch (SoapFaultException | RuntimeException e) {
      // Faults are not answered in datagrams; values may be out of range; and no fault of a parser
      // may stop whoever listens to a network.
      throw new XmlException("not a discovery message: " + e.getMessage(), e);
    }
  }
}

package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Reads one envelope: first the header, then the body, by whoever the header's action calls for.
 * Not thread-safe; never blocks.
 */
public final class SoapReader {
  private static final byte[] NO_BYTES = {};

  private final SoapHeader header;

  /** What an envelope that was read by a template has in its body, and what reads that. */
  final @Nullable Object message;

  private final @Nullable BodyReader<?> messageReader;
  private final byte[] document;
  private final int offset;
  private final int length;
  private final XmlLimits limits;

  /** The parser, on the body; null if the envelope was read by a template. */
  private @Nullable XmlReader in;

  private boolean hasContent;

  /** An envelope that was read by a template; it is parsed only for another reader. */
  SoapReader(
      SoapHeader header,
      @Nullable BodyReader<?> messageReader,
      @Nullable Object message,
      byte[] document,
      int offset,
      int length,
      XmlLimits limits) {
    this.header = header;
    this.messageReader = messageReader;
    this.message = message;
    this.document = document;
    this.offset = offset;
    this.length = length;
    this.limits = limits;
  }

  /** An envelope that the parser reads. */
  private SoapReader(SoapHeader header, XmlReader in, boolean hasContent) {
    this(header, null, null, NO_BYTES, 0, 0, XmlLimits.DEFAULT);
    this.in = in;
    this.hasContent = hasContent;
  }

  /**
   * Reads the header.
   *
   * @param in a new reader, on the root element
   * @throws SoapFaultException when the envelope is not SOAP 1.2, a mandatory header block is not
   *     understood, or an addressing header is missing or repeated
   */
  public static SoapReader open(XmlReader in) throws XmlException, SoapFaultException {
    return open(in, block -> false);
  }

  /** Reads the header, and offers header blocks beyond WS-Addressing to another reader. */
  public static SoapReader open(XmlReader in, HeaderBlockReader others)
      throws XmlException, SoapFaultException {
    return open(in, new SoapHeaderReader(others), null);
  }

  /**
   * Reads the header of a request.
   *
   * @param transportAction the action that the transport names, for a request that names none
   * @throws SoapFaultException also when the header is malformed; it has the request's MessageID if
   *     that was read
   */
  public static SoapReader openRequest(XmlReader in, @Nullable String transportAction)
      throws SoapFaultException {
    SoapHeaderReader blocks = new SoapHeaderReader(block -> false);
    try {
      return open(in, blocks, transportAction);
    } catch (XmlException e) {
      throw new SoapFaultException(
          SoapFault.sender(String.valueOf(e.getMessage())), blocks.messageId());
    }
  }

  private static SoapReader open(
      XmlReader in, SoapHeaderReader blocks, @Nullable String transportAction)
      throws XmlException, SoapFaultException {
    requireEnvelope(in);
    while (in.nextChild() && !in.is(SoapNames.BODY)) {
      if (in.is(SoapNames.HEADER)) {
        blocks.read(in);
      } else {
        in.skip();
      }
    }
    in.expect(SoapNames.BODY);
    return new SoapReader(blocks.header(transportAction), in, in.nextChild());
  }

  /** The addressing headers. */
  public SoapHeader header() {
    return header;
  }

  /** Whether the body is a fault. */
  public boolean isFault() {
    return in != null && hasContent && in.is(SoapNames.FAULT);
  }

  /**
   * Reads the body, and on to the end of the document to see that it is well-formed. Once.
   *
   * @throws XmlException also when the body has a second element: nobody would know which counts
   */
  @SuppressWarnings("unchecked") // The readers are the same object.
  public <T> T body(BodyReader<T> reader) throws XmlException {
    if (in == null) {
      return reader == messageReader && message != null ? (T) message : parsed().body(reader);
    }
    T body = hasContent ? reader.read(in) : reader.whenEmpty();
    if (hasContent && in.nextChild()) {
      throw in.fail("the body has a second element, " + in.name() + ", where one is allowed");
    }
    in.finish();
    return body;
  }

  private SoapReader parsed() throws XmlException {
    try {
      return open(XmlReader.of(document, offset, length, limits));
    } catch (SoapFaultException e) {
      throw new IllegalStateException("the parser refuses the header of a known envelope", e);
    }
  }

  /** Reads the fault that is the body, and on to the end of the document. Once. */
  public SoapFault fault() throws XmlException {
    return body(SoapReader::readFault);
  }

  private static void requireEnvelope(XmlReader in) throws SoapFaultException {
    if (!in.is(SoapNames.ENVELOPE)) {
      throw new SoapFaultException(
          SoapFault.of(
              SoapFaultCode.VERSION_MISMATCH,
              null,
              "the document is a " + in.name() + ", not a SOAP 1.2 envelope"));
    }
  }

  private static SoapFault readFault(XmlReader in) throws XmlException {
    in.expect(SoapNames.FAULT);
    List<QName> codes = new ArrayList<>();
    String reason = "";
    SoapFault.Detail detail = null;
    while (in.nextChild()) {
      if (in.is(SoapNames.CODE)) {
        readCodes(in, codes);
      } else if (in.is(SoapNames.REASON)) {
        reason = readReason(in);
      } else if (in.is(SoapNames.DETAIL)) {
        detail = readDetail(in);
      } else {
        in.skip();
      }
    }
    if (codes.isEmpty()) {
      throw in.fail("a fault without a code");
    }
    return new SoapFault(
        SoapFaultCode.named(codes.get(0).getLocalPart()),
        codes.subList(1, codes.size()),
        reason,
        detail);
  }

  private static void readCodes(XmlReader in, List<QName> codes) throws XmlException {
    while (in.nextChild()) {
      if (in.is(SoapNames.VALUE)) {
        codes.addAll(in.names());
      } else if (in.is(SoapNames.SUBCODE)) {
        readCodes(in, codes);
      } else {
        in.skip();
      }
    }
  }

  private static String readReason(XmlReader in) throws XmlException {
    String reason = "";
    while (in.nextChild()) {
      String text = in.text();
      reason = reason.isEmpty() ? text : reason;
    }
    return reason;
  }

  /** The first element if it holds only text; anything else has no meaning here. */
  private static SoapFault.@Nullable Detail readDetail(XmlReader in) throws XmlException {
    SoapFault.Detail detail = null;
    while (in.nextChild()) {
      QName name = in.name();
      String text = in.leafText();
      if (detail == null && text != null) {
        detail = new SoapFault.Detail(name, text);
      }
    }
    return detail;
  }
}

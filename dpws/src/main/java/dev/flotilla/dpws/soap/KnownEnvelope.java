package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import org.jspecify.annotations.Nullable;

/**
 * An envelope that was read by a template, with what is in its body.
 *
 * @param <T> the message in the body
 */
final class KnownEnvelope<T> extends SoapReader {
  final T message;
  private final @Nullable BodyReader<T> reader;
  private final byte[] document;
  private final int offset;
  private final int length;
  private final XmlLimits limits;

  KnownEnvelope(
      SoapHeader header,
      @Nullable BodyReader<T> reader,
      T message,
      byte[] document,
      int offset,
      int length,
      XmlLimits limits) {
    super(header);
    this.reader = reader;
    this.message = message;
    this.document = document;
    this.offset = offset;
    this.length = length;
    this.limits = limits;
  }

  @Override
  public boolean isFault() {
    return false;
  }

  @Override
  @SuppressWarnings("unchecked") // The readers are the same object.
  public <B> B body(BodyReader<B> wanted) throws XmlException {
    if (wanted == reader) {
      return (B) message;
    }
    try {
      return SoapReader.open(XmlReader.of(document, offset, length, limits)).body(wanted);
    } catch (SoapFaultException e) {
      throw new IllegalStateException("the parser refuses the header of a known envelope", e);
    }
  }
}

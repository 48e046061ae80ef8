package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import java.util.List;

/**
 * A WS-Addressing endpoint reference.
 *
 * @param address an absolute IRI; for a device its {@code urn:uuid:}
 * @param parameters what messages to this endpoint carry as header blocks
 */
public record EndpointReference(String address, List<ReferenceParameter> parameters) {
  /** DPWS 1.1, appendix B: MAX_URI_SIZE. */
  private static final int MAX_URI_CHARS = 2_048;

  private static final XmlField<String> ADDRESS = XmlField.token(Addressing.ADDRESS);
  private static final XmlField<List<ReferenceParameter>> PARAMETERS =
      XmlField.of(Addressing.REFERENCE_PARAMETERS, ReferenceParameter::readAll);
  private static final XmlField<List<ReferenceParameter>> SUPPORTED_PARAMETERS =
      XmlField.of(Addressing.REFERENCE_PARAMETERS, ReferenceParameter::readSupported);
  private static final XmlField<Boolean> SKIPPED_PARAMETERS =
      XmlField.mark(Addressing.REFERENCE_PARAMETERS, true);
  private static final XmlField<Boolean> METADATA = XmlField.mark(Addressing.METADATA, true);

  /** Rejects an empty address, and copies the list. */
  public EndpointReference {
    if (address.isEmpty()) {
      throw new IllegalArgumentException("an endpoint reference needs an address");
    }
    parameters = List.copyOf(parameters);
    if (parameters.size() > ReferenceParameter.MAX_PARAMETERS) {
      throw new IllegalArgumentException(
          "an endpoint reference has at most "
              + ReferenceParameter.MAX_PARAMETERS
              + " reference parameters, not "
              + parameters.size());
    }
  }

  /** A reference without parameters. */
  public EndpointReference(String address) {
    this(address, List.of());
  }

  /**
   * Reads the reference in the element on whose start the reader stands, up to its end. Skips its
   * reference parameters: for endpoints to which no message is sent.
   */
  public static EndpointReference read(XmlReader in) throws XmlException {
    return new EndpointReference(
        address(XmlFields.read(in, ADDRESS, SKIPPED_PARAMETERS, METADATA), in));
  }

  /**
   * Reads the same with those reference parameters that are supported: answers to that endpoint
   * carry them.
   */
  static EndpointReference readForAnswers(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, ADDRESS, SUPPORTED_PARAMETERS, METADATA);
    return new EndpointReference(
        address(read, in), read.find(SUPPORTED_PARAMETERS).orElse(List.of()));
  }

  /**
   * Reads the reference in the element on whose start the reader stands, up to its end, with its
   * reference parameters.
   *
   * @throws XmlException also if a parameter is one that is not supported, or the address has more
   *     than 2,048 characters
   */
  public static EndpointReference readWithParameters(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, ADDRESS, PARAMETERS, METADATA);
    String address = address(read, in);
    if (address.length() > MAX_URI_CHARS) {
      throw in.fail(
          "an address has "
              + address.length()
              + " characters, at most "
              + MAX_URI_CHARS
              + " are read");
    }
    return new EndpointReference(address, read.find(PARAMETERS).orElse(List.of()));
  }

  /** Writes the reference as an element of this name. */
  public void write(XmlElement element, XmlWriter out) {
    out.open(element).element(Addressing.ADDRESS, address);
    if (!parameters.isEmpty()) {
      out.open(Addressing.REFERENCE_PARAMETERS);
      parameters.forEach(parameter -> parameter.write(out));
      out.close(Addressing.REFERENCE_PARAMETERS);
    }
    out.close(element);
  }

  private static String address(XmlFields read, XmlReader in) throws XmlException {
    String address = read.require(ADDRESS);
    if (address.isEmpty()) {
      throw in.fail("element " + Addressing.ADDRESS + " is empty");
    }
    return address;
  }
}

package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;

/**
 * A WS-Addressing endpoint reference, of which only the address counts here.
 *
 * @param address an absolute IRI; for a device its {@code urn:uuid:}
 */
public record EndpointReference(String address) {
  private static final XmlField<String> ADDRESS = XmlField.token(Addressing.ADDRESS);

  /** Rejects an empty address. */
  public EndpointReference {
    if (address.isEmpty()) {
      throw new IllegalArgumentException("an endpoint reference needs an address");
    }
  }

  /** Reads the reference in the element on whose start the reader stands, up to its end. */
  public static EndpointReference read(XmlReader in) throws XmlException {
    String found = XmlFields.read(in, ADDRESS).require(ADDRESS);
    if (found.isEmpty()) {
      throw in.fail("element " + Addressing.ADDRESS + " is empty");
    }
    return new EndpointReference(found);
  }

  /** Writes the reference as an element of this name. */
  public void write(XmlElement element, XmlWriter out) {
    out.open(element).element(Addressing.ADDRESS, address).close(element);
  }
}

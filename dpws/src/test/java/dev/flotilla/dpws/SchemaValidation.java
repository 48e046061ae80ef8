package dev.flotilla.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Checks messages against the standards' own schemas, by a parser that is not ours. */
public final class SchemaValidation {
  private static final Schema STANDARDS = load();

  private SchemaValidation() {}

  /** Fails unless the envelope and whatever it carries of the standards are valid. */
  public static void assertValid(byte[] envelope) {
    assertThat(complaint(envelope)).as(new String(envelope, StandardCharsets.UTF_8)).isEmpty();
  }

  /** What the schemas say against the envelope, if anything. */
  public static Optional<String> complaint(byte[] envelope) {
    try {
      STANDARDS.newValidator().validate(new StreamSource(new ByteArrayInputStream(envelope)));
      return Optional.empty();
    } catch (SAXParseException e) {
      return Optional.of(e.toString());
    } catch (SAXException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Schema load() {
    // Imports without a location find what comes before them.
    Source[] sources =
        List.of(
                "xml.xsd",
                "soap-1.2-schema.xsd",
                "ws-addressing-1.0-schema.xsd",
                "ws-discovery-1.1-schema.xsd",
                "ws-metadataexchange-schema.xsd",
                "ws-transfer-schema.xsd",
                "ws-eventing-schema.xsd",
                "wsdd-dpws-1.1-schema.xsd",
                "wsdl-1.1-schema.xsd")
            .stream()
            .map(name -> new StreamSource(resource(name).toExternalForm()))
            .toArray(Source[]::new);
    try {
      return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(sources);
    } catch (SAXException e) {
      throw new AssertionError(e);
    }
  }

  private static URL resource(String name) {
    URL url = SchemaValidation.class.getResource("/" + name);
    assertThat(url).as("schema " + name).isNotNull();
    return url;
  }
}

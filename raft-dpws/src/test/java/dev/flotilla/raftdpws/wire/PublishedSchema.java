package dev.flotilla.raftdpws.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** The schemas as every server serves them, applied by the JDK's validator. */
final class PublishedSchema {
  private static final String SOAP = "http://www.w3.org/2003/05/soap-envelope";

  private final Schema schema;

  PublishedSchema() {
    URL raft = PublishedSchema.class.getResource("raft.xsd");
    try {
      // It imports flotilla.xsd from the place beside it.
      schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(raft);
    } catch (SAXException e) {
      throw new AssertionError(e);
    }
  }

  /** Checks the one element in the body of an envelope. */
  void validate(byte[] envelope) {
    String text = new String(envelope, StandardCharsets.UTF_8);
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      Element root =
          factory
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(text)))
              .getDocumentElement();
      schema.newValidator().validate(new DOMSource(bodyOf(root)));
    } catch (Exception e) {
      throw new AssertionError(e.getMessage() + " in " + text, e);
    }
  }

  static String resource(String name) {
    try (InputStream in = PublishedSchema.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Node bodyOf(Element envelope) {
    NodeList children = envelope.getElementsByTagNameNS(SOAP, "Body").item(0).getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      if (children.item(i) instanceof Element body) {
        return body;
      }
    }
    throw new AssertionError("an empty body");
  }
}

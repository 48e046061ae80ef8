package dev.flotilla.dpws.exi;

import com.siemens.ct.exi.core.EXIFactory;
import com.siemens.ct.exi.core.FidelityOptions;
import com.siemens.ct.exi.core.exceptions.EXIException;
import com.siemens.ct.exi.core.exceptions.UnsupportedOption;
import com.siemens.ct.exi.core.helpers.DefaultEXIFactory;
import com.siemens.ct.exi.main.api.sax.EXIResult;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.xml.XmlException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * EXI that is informed by the schemas of SOAP 1.2, WS-Addressing and an application.
 *
 * <p>Messages without the EXI cookie and header options: both sides know the options, because the
 * content type names a hash of the schemas. Values that contradict the schemas are written as
 * strings, so every envelope can be encoded. Prefixes are kept, because faults contain qualified
 * names. Comments and processing instructions are not.
 *
 * <p><b>Thread.</b> Any, several at once. Does not block. <b>Source.</b> W3C, Efficient XML
 * Interchange (EXI) Format 1.0, second edition.
 */
public final class ExiEncoding implements MessageEncoding {
  /** Strings that a message may add to the table of strings; later ones are written each time. */
  private static final int MAX_SHARED_STRINGS = 4_096;

  /** Longer strings are not added to the table of strings. */
  private static final int MAX_SHARED_STRING_CHARS = 256;

  private static final int FIRST_BYTES = 512;

  private final String contentType;
  private final EXIFactory factory;
  private final SAXParserFactory parsers;

  private ExiEncoding(String contentType, EXIFactory factory, SAXParserFactory parsers) {
    this.contentType = contentType;
    this.factory = factory;
    this.parsers = parsers;
  }

  /**
   * Compiles the schemas. Takes a second or so.
   *
   * @param schemas of the application; they may import each other
   * @throws IllegalArgumentException if they are not valid
   */
  public static ExiEncoding of(List<ExiSchema> schemas) {
    SchemaSet set = SchemaSet.with(schemas);
    try {
      EXIFactory factory = DefaultEXIFactory.newInstance();
      FidelityOptions fidelity = FidelityOptions.createDefault();
      fidelity.setFidelity(FidelityOptions.FEATURE_PREFIX, true);
      factory.setFidelityOptions(fidelity);
      factory.setGrammars(set.grammars());
      factory.setValuePartitionCapacity(MAX_SHARED_STRINGS);
      factory.setValueMaxLength(MAX_SHARED_STRING_CHARS);
      return new ExiEncoding("application/exi;schema=" + set.hash(), factory, securedParsers());
    } catch (UnsupportedOption | ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("EXI cannot be set up: " + e.getMessage(), e);
    }
  }

  private static SAXParserFactory securedParsers()
      throws ParserConfigurationException, SAXException {
    SAXParserFactory parsers = SAXParserFactory.newDefaultInstance();
    parsers.setNamespaceAware(true);
    parsers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    parsers.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    parsers.setFeature("http://xml.org/sax/features/namespace-prefixes", false);
    return parsers;
  }

  @Override
  public String contentType() {
    return contentType;
  }

  @Override
  public byte[] encode(byte[] xml, int offset, int length) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream(FIRST_BYTES);
      EXIResult result = new EXIResult(factory);
      result.setOutputStream(out);
      XMLReader parser = parsers.newSAXParser().getXMLReader();
      parser.setContentHandler(result.getHandler());
      parser.parse(new InputSource(new ByteArrayInputStream(xml, offset, length)));
      return out.toByteArray();
    } catch (EXIException | SAXException | IOException | ParserConfigurationException e) {
      throw new IllegalArgumentException("the envelope cannot be encoded: " + e.getMessage(), e);
    }
  }

  @Override
  public byte[] decode(byte[] message, int length, int maxXmlBytes) throws XmlException {
    XmlBytes xml = new XmlBytes(maxXmlBytes);
    try {
      BodyDecoder decoder = new BodyDecoder(factory);
      decoder.setContentHandler(xml);
      decoder.decode(message, length);
      return xml.toByteArray();
    } catch (EXIException | SAXException | IOException | RuntimeException | AssertionError e) {
      // EXIficient throws whatever comes up on malformed bytes.
      throw new XmlException("the EXI message is malformed: " + e.getMessage(), e);
    }
  }
}

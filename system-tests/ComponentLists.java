import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Prints what is wrong with lists of components (CycloneDX, as XML): what the schema forbids, and
 * components without version, licence or hash. The schemas are on the class path, where the library
 * of CycloneDX has them; the validator is the JDK's. It runs from its source file.
 */
public final class ComponentLists {
  private static final String NAMESPACE = "http://cyclonedx.org/schema/bom/";

  private ComponentLists() {}

  /**
   * Reads the lists. Ends with 1 if there is none, or if something is wrong.
   *
   * @param arguments the files
   */
  public static void main(String[] arguments) throws Exception {
    List<String> faults = new ArrayList<>();
    if (arguments.length == 0) {
      faults.add("there is no list of components");
    }
    for (String argument : arguments) {
      Path file = Path.of(argument);
      for (String fault : faults(file)) {
        faults.add(file.getFileName() + ": " + fault);
      }
    }
    faults.forEach(System.out::println);
    System.exit(faults.isEmpty() ? 0 : 1);
  }

  private static List<String> faults(Path file)
      throws IOException, ParserConfigurationException, SAXException {
    DocumentBuilderFactory documents = DocumentBuilderFactory.newInstance();
    documents.setNamespaceAware(true);
    Element list = documents.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
    if (list.getNamespaceURI() == null || !list.getNamespaceURI().startsWith(NAMESPACE)) {
      return List.of("is no list of CycloneDX");
    }
    List<String> faults = new ArrayList<>();
    try {
      schema(list.getNamespaceURI().substring(NAMESPACE.length()))
          .newValidator()
          .validate(new StreamSource(file.toFile()));
    } catch (SAXException e) {
      faults.add(String.valueOf(e.getMessage()));
    }
    NodeList components = list.getElementsByTagNameNS("*", "component");
    for (int i = 0; i < components.getLength(); i++) {
      Element component = (Element) components.item(i);
      // Not the tools that wrote the list.
      if (!component.getParentNode().getParentNode().getLocalName().equals("tools")) {
        check(component, faults);
      }
    }
    return faults;
  }

  private static void check(Element component, List<String> faults) {
    boolean isSubject = component.getParentNode().getLocalName().equals("metadata");
    // What the same build makes has no hash yet, and states its licence in its own list.
    boolean isOurs = component.getAttribute("bom-ref").startsWith("pkg:maven/dev.flotilla/");
    for (String part : isSubject || isOurs ? List.of("version") : List.of("version", "license", "hash")) {
      if (component.getElementsByTagNameNS("*", part).getLength() == 0) {
        faults.add(component.getAttribute("bom-ref") + " has no " + part);
      }
    }
  }

  private static Schema schema(String version) throws IOException, SAXException {
    try (InputStream licences = resource("spdx.xsd");
        InputStream bom = resource("bom-" + version + ".xsd")) {
      SchemaFactory schemas = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
      // The schema names the one of licences by an address; nothing is loaded from there.
      schemas.setResourceResolver((type, namespace, publicId, systemId, base) -> null);
      schemas.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
      schemas.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      return schemas.newSchema(
          new Source[] {new StreamSource(licences), new StreamSource(bom)});
    }
  }

  private static InputStream resource(String name) throws IOException {
    InputStream stream = ComponentLists.class.getClassLoader().getResourceAsStream(name);
    if (stream == null) {
      throw new IOException("no schema " + name + " on the class path");
    }
    return stream;
  }
}

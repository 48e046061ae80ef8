package dev.flotilla.raftdpws.wire;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * Reads a WSDL as strictly as the DPWS stack of the clients of 2014: a schema without a namespace
 * gets that of the WSDL; an element of a namespace that has a schema in the WSDL is looked for in
 * that schema only, and any other in all that the schemas import.
 */
final class WsdlReader {
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String SOAP12 = "http://schemas.xmlsoap.org/wsdl/soap12/";
  private static final String SCHEMA = XMLConstants.W3C_XML_SCHEMA_NS_URI;

  private final Element definitions;

  private WsdlReader(Element definitions) {
    this.definitions = definitions;
  }

  static WsdlReader of(String wsdl) {
    return new WsdlReader(parse(wsdl));
  }

  /** The elements that the parts of its messages name. */
  List<QName> parts() {
    return elements(definitions, WSDL, "part").stream()
        .map(part -> name(part, part.getAttribute("element")))
        .toList();
  }

  /** Whether the element is declared where a strict reader looks. */
  boolean resolves(QName element) {
    List<Element> schemas = elements(definitions, SCHEMA, "schema");
    for (Element schema : schemas) {
      if (namespaceOf(schema).equals(element.getNamespaceURI())) {
        return declares(schema, element);
      }
    }
    return schemas.stream().anyMatch(schema -> imports(schema, element, new HashSet<>()));
  }

  /** The bindings of its ports, by the names of the ports' elements. */
  List<QName> boundPorts() {
    return elements(definitions, WSDL, "port").stream()
        .map(port -> name(port, port.getAttribute("binding")))
        .toList();
  }

  /** The bindings that it declares itself. */
  List<QName> bindings() {
    return elements(definitions, WSDL, "binding").stream()
        .map(it -> new QName(definitions.getAttribute("targetNamespace"), it.getAttribute("name")))
        .toList();
  }

  /** The names of the elements in each binding, in order. */
  List<List<String>> bindingChildren() {
    return elements(definitions, WSDL, "binding").stream()
        .map(
            binding ->
                elements(binding, "*", "*").stream()
                    .filter(it -> it.getParentNode() == binding)
                    .map(Element::getNodeName)
                    .toList())
        .toList();
  }

  /** Where its ports are. */
  List<String> addresses() {
    return elements(definitions, SOAP12, "address").stream()
        .map(address -> address.getAttribute("location"))
        .toList();
  }

  private String namespaceOf(Element schema) {
    String own = schema.getAttribute("targetNamespace");
    return own.isEmpty() ? definitions.getAttribute("targetNamespace") : own;
  }

  private static boolean imports(Element schema, QName element, Set<String> seen) {
    for (Element link : elements(schema, SCHEMA, "import")) {
      String location = link.getAttribute("schemaLocation");
      if (!location.isEmpty() && seen.add(location)) {
        Element imported = parse(PublishedSchema.resource(location));
        if (declares(imported, element) || imports(imported, element, seen)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean declares(Element schema, QName element) {
    boolean isOfSchema = schema.getAttribute("targetNamespace").equals(element.getNamespaceURI());
    return isOfSchema
        && elements(schema, SCHEMA, "element").stream()
            .filter(it -> it.getParentNode() == schema)
            .anyMatch(it -> it.getAttribute("name").equals(element.getLocalPart()));
  }

  private static QName name(Element context, String prefixed) {
    int colon = prefixed.indexOf(':');
    return new QName(
        context.lookupNamespaceURI(prefixed.substring(0, colon)), prefixed.substring(colon + 1));
  }

  private static List<Element> elements(Element under, String namespace, String name) {
    NodeList found = under.getElementsByTagNameNS(namespace, name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  private static Element parse(String document) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      return factory
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(document)))
          .getDocumentElement();
    } catch (Exception e) {
      throw new AssertionError(e.getMessage() + " in " + document, e);
    }
  }
}

package dev.flotilla.bench.harness.management;

import static dev.flotilla.bench.harness.management.Messages2014.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.flotilla.dpws.soap.Operation;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The WSDL and the schema, read by the rules of the DPWS stack of 2014. */
class ManagementWsdlTest {
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String EVENTING = "http://schemas.xmlsoap.org/ws/2004/08/eventing";
  private static final String SCHEMA = XMLConstants.W3C_XML_SCHEMA_NS_URI;

  private final Element wsdl = parse(resource("ManagementService.wsdl"));
  private final Element schema = parse(resource("management.xsd"));

  static Stream<Operation<?, ?>> operations() {
    return Stream.of(
        ManagementOperations.SET_PARAMETERS,
        ManagementOperations.SET_MEMBERSHIP,
        ManagementOperations.START,
        ManagementOperations.START_DISSEMINATION,
        ManagementOperations.WRITE_STATS,
        ManagementOperations.GET_STATS,
        ManagementOperations.STOP,
        ManagementOperations.GET_ENDPOINT);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everyOperationStandsInTheWsdl(Operation<?, ?> operation) {
    assertThat(actions("input")).contains(operation.action());
    if (operation.isOneWay()) {
      assertThat(actions("output")).doesNotContain(operation.action() + "Response");
    } else {
      assertThat(actions("output")).contains(operation.responseAction());
    }
  }

  @Test
  void theEventStandsInAPortTypeThatIsAnEventSource() {
    Element portType = elements(wsdl, WSDL, "portType").get(0);

    assertThat(portType.getAttributeNS(EVENTING, "EventSource")).isEqualTo("true");
    assertThat(actions("output")).contains(ManagementOperations.END_DISSEMINATION.action());
  }

  @Test
  void everySchemaInTheWsdlHasANamespaceOfItsOwn() {
    assertThat(elements(wsdl, SCHEMA, "schema"))
        .isNotEmpty()
        .allMatch(it -> !it.getAttribute("targetNamespace").isEmpty())
        .noneMatch(it -> it.getAttribute("targetNamespace").equals(ManagementOperations.NAMESPACE));
    assertThat(elements(wsdl, SCHEMA, "import").get(0).getAttribute("schemaLocation"))
        .isEqualTo("management.xsd");
  }

  @Test
  void theSchemaDeclaresTheElementOfEveryMessagePart() {
    List<String> declared =
        elements(schema, SCHEMA, "element").stream()
            .filter(it -> it.getParentNode() == schema)
            .map(it -> "m:" + it.getAttribute("name"))
            .toList();

    assertThat(elements(wsdl, WSDL, "part"))
        .isNotEmpty()
        .allMatch(part -> declared.contains(part.getAttribute("element")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set-parameters-of-a-client.xml",
        "set-parameters-of-a-server.xml",
        "set-membership.xml",
        "set-membership-of-a-single-server.xml",
        "write-stats.xml",
        "stop.xml"
      })
  void theSchemaAllowsWhatAManagerOf2014Writes(String message) throws Exception {
    Schema validated =
        SchemaFactory.newInstance(SCHEMA)
            .newSchema(ManagementService.class.getResource("management.xsd"));

    assertThatCode(
            () ->
                validated
                    .newValidator()
                    .validate(new StreamSource(new StringReader(resource(message)))))
        .doesNotThrowAnyException();
  }

  private List<String> actions(String direction) {
    return elements(wsdl, WSDL, direction).stream()
        .map(it -> it.getAttributeNS("http://www.w3.org/2007/05/addressing/metadata", "Action"))
        .filter(action -> !action.isEmpty())
        .toList();
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

package dev.flotilla.dpws.device;

import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The events that a WSDL 1.1 document describes: outputs of the operations without input in port
 * types that are marked as event sources (WS-Eventing appendix I). Stateless.
 */
final class WsdlEvents {
  private static final XmlElement DEFINITIONS =
      XmlElement.of("http://schemas.xmlsoap.org/wsdl/", "wsdl", "definitions");
  private static final XmlElement PORT_TYPE = DEFINITIONS.sibling("portType");
  private static final XmlElement OPERATION = DEFINITIONS.sibling("operation");
  private static final XmlElement INPUT = DEFINITIONS.sibling("input");
  private static final XmlElement OUTPUT = DEFINITIONS.sibling("output");
  private static final String EVENTING = "http://schemas.xmlsoap.org/ws/2004/08/eventing";

  /** WS-Addressing 1.0 Metadata, and the WSDL binding that came before it. */
  private static final List<String> ACTION_NAMESPACES =
      List.of(
          "http://www.w3.org/2007/05/addressing/metadata",
          "http://www.w3.org/2006/05/addressing/wsdl");

  private WsdlEvents() {}

  /** Refuses WSDLs of which none describes one of the actions as an event. */
  static void requireAll(Collection<String> actions, Collection<HttpResource> wsdls) {
    Set<String> missing = new TreeSet<>(actions);
    wsdls.forEach(wsdl -> missing.removeAll(actionsOf(wsdl)));
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "the WSDL has no notification with the action "
              + missing.iterator().next()
              + " in a port type with wse:EventSource=\"true\"");
    }
  }

  private static Set<String> actionsOf(HttpResource wsdl) {
    byte[] document = wsdl.content();
    Set<String> actions = new HashSet<>();
    try {
      XmlReader in = XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT);
      in.expect(DEFINITIONS);
      while (in.nextChild()) {
        if (in.is(PORT_TYPE) && isTrue(in.attribute(EVENTING, "EventSource"))) {
          readPortType(in, actions);
        } else {
          in.skip();
        }
      }
    } catch (XmlException e) {
      throw new IllegalArgumentException("the WSDL cannot be read: " + e.getMessage(), e);
    }
    return actions;
  }

  private static void readPortType(XmlReader in, Set<String> actions) throws XmlException {
    while (in.nextChild()) {
      if (in.is(OPERATION)) {
        readOperation(in, actions);
      } else {
        in.skip();
      }
    }
  }

  private static void readOperation(XmlReader in, Set<String> actions) throws XmlException {
    String action = null;
    boolean hasInput = false;
    while (in.nextChild()) {
      if (in.is(OUTPUT)) {
        action = actionOf(in);
      }
      hasInput |= in.is(INPUT);
      in.skip();
    }
    if (action != null && !hasInput) {
      actions.add(action);
    }
  }

  private static @Nullable String actionOf(XmlReader in) {
    for (String namespace : ACTION_NAMESPACES) {
      String action = in.attribute(namespace, "Action");
      if (action != null) {
        return action;
      }
    }
    return null;
  }

  private static boolean isTrue(@Nullable String value) {
    return "true".equals(value) || "1".equals(value);
  }
}

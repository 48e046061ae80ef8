package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers the addressing headers of one message. */
final class SoapHeaderReader {
  /**
   * DPWS 1.1, appendix B: MAX_URI_SIZE. What is answered repeats the MessageID, escaped, and no
   * budget counts it.
   */
  private static final int MAX_URI_CHARS = 2_048;

  private final HeaderBlockReader others;
  private @Nullable String action;
  private @Nullable String messageId;
  private @Nullable String relatesTo;
  private @Nullable String to;
  private @Nullable String replyTo;
  private @Nullable String faultTo;
  private final List<ReferenceParameter> parameters = new ArrayList<>();

  SoapHeaderReader(HeaderBlockReader others) {
    this.others = others;
  }

  void read(XmlReader in) throws XmlException, SoapFaultException {
    while (in.nextChild()) {
      if (!in.namespace().equals(Addressing.NAMESPACE) || !readAddressing(in)) {
        readOther(in);
      }
    }
  }

  SoapHeader header() throws SoapFaultException {
    if (action == null || action.isEmpty()) {
      throw new SoapFaultException(SoapFault.headerRequired("Action"));
    }
    return new SoapHeader(action, messageId, relatesTo, to, replyTo, faultTo, parameters);
  }

  private boolean readAddressing(XmlReader in) throws XmlException, SoapFaultException {
    if (in.is(Addressing.ACTION)) {
      action = text(in, Addressing.ACTION, action);
    } else if (in.is(Addressing.MESSAGE_ID)) {
      messageId = text(in, Addressing.MESSAGE_ID, messageId);
    } else if (in.is(Addressing.RELATES_TO)) {
      readRelatesTo(in);
    } else if (in.is(Addressing.TO)) {
      to = text(in, Addressing.TO, to);
    } else if (in.is(Addressing.REPLY_TO)) {
      replyTo = address(in, Addressing.REPLY_TO, replyTo);
    } else if (in.is(Addressing.FAULT_TO)) {
      faultTo = address(in, Addressing.FAULT_TO, faultTo);
    } else if (in.is(Addressing.FROM)) {
      in.skip();
    } else {
      return false;
    }
    return true;
  }

  private void readRelatesTo(XmlReader in) throws XmlException, SoapFaultException {
    String type = in.attribute("", "RelationshipType");
    if (type == null || type.equals(Addressing.REPLY_RELATIONSHIP)) {
      relatesTo = text(in, Addressing.RELATES_TO, relatesTo);
    } else {
      in.skip(); // Only replies matter here (WS-Addressing core 3.1).
    }
  }

  private void readOther(XmlReader in) throws XmlException, SoapFaultException {
    boolean mandatory = isMandatory(in);
    String name = in.name().toString();
    if (others.read(in)) {
      return;
    }
    if (mandatory) {
      throw new SoapFaultException(
          SoapFault.of(
              SoapFaultCode.MUST_UNDERSTAND,
              null,
              "the header block " + name + " is mandatory and not understood"));
    }
    if (isTrue(in.attribute(Addressing.NAMESPACE, Addressing.IS_REFERENCE_PARAMETER))) {
      ReferenceParameter.readIfSupported(in)
          .filter(parameter -> parameters.size() < ReferenceParameter.MAX_PARAMETERS)
          .ifPresent(parameters::add);
    } else {
      in.skip();
    }
  }

  /** Whether the block is meant for us and must be understood (SOAP 1.2 part 1, 5.2). */
  private static boolean isMandatory(XmlReader in) {
    String namespace = SoapNames.ENVELOPE.namespace();
    if (!isTrue(in.attribute(namespace, "mustUnderstand"))) {
      return false;
    }
    String role = in.attribute(namespace, "role");
    return role == null
        || role.isEmpty()
        || role.equals(SoapNames.ROLE_NEXT)
        || role.equals(SoapNames.ROLE_ULTIMATE_RECEIVER);
  }

  private static boolean isTrue(@Nullable String value) {
    return value != null && (value.equals("true") || value.equals("1"));
  }

  private static String text(XmlReader in, XmlElement element, @Nullable String before)
      throws XmlException, SoapFaultException {
    requireFirst(element, before);
    String text = in.trimmedText();
    if (text.length() > MAX_URI_CHARS) {
      throw in.fail(
          element
              + " has "
              + text.length()
              + " characters, at most "
              + MAX_URI_CHARS
              + " are read");
    }
    return text;
  }

  private static String address(XmlReader in, XmlElement element, @Nullable String before)
      throws XmlException, SoapFaultException {
    requireFirst(element, before);
    return EndpointReference.read(in).address();
  }

  private static void requireFirst(XmlElement element, @Nullable String before)
      throws SoapFaultException {
    if (before != null) {
      throw new SoapFaultException(SoapFault.headerRepeated(element.localName()));
    }
  }
}

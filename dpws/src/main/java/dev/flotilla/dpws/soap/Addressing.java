package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlElement;
import javax.xml.namespace.QName;

/** The names of WS-Addressing 1.0 (core and SOAP binding). */
public final class Addressing {
  /** The namespace. */
  public static final String NAMESPACE = "http://www.w3.org/2005/08/addressing";

  /** Whoever sits at the other end of the channel. */
  public static final String ANONYMOUS = NAMESPACE + "/anonymous";

  /** Nobody: such answers are dropped by whoever would send them. */
  public static final String NONE = NAMESPACE + "/none";

  /** The action of faults that WS-Addressing defines. */
  public static final String FAULT_ACTION = NAMESPACE + "/fault";

  /** The action of other faults. */
  public static final String SOAP_FAULT_ACTION = NAMESPACE + "/soap/fault";

  /** An endpoint reference. */
  public static final XmlElement ENDPOINT_REFERENCE =
      XmlElement.of(NAMESPACE, "wsa", "EndpointReference");

  static final XmlElement ACTION = ENDPOINT_REFERENCE.sibling("Action");
  static final XmlElement MESSAGE_ID = ENDPOINT_REFERENCE.sibling("MessageID");
  static final XmlElement RELATES_TO = ENDPOINT_REFERENCE.sibling("RelatesTo");
  static final XmlElement TO = ENDPOINT_REFERENCE.sibling("To");
  static final XmlElement FROM = ENDPOINT_REFERENCE.sibling("From");
  static final XmlElement REPLY_TO = ENDPOINT_REFERENCE.sibling("ReplyTo");
  static final XmlElement FAULT_TO = ENDPOINT_REFERENCE.sibling("FaultTo");
  static final XmlElement ADDRESS = ENDPOINT_REFERENCE.sibling("Address");
  static final XmlElement REFERENCE_PARAMETERS = ENDPOINT_REFERENCE.sibling("ReferenceParameters");
  static final XmlElement METADATA = ENDPOINT_REFERENCE.sibling("Metadata");
  static final String IS_REFERENCE_PARAMETER = "IsReferenceParameter";

  /** The same with the prefix that every envelope of ours declares. */
  static final String IS_REFERENCE_PARAMETER_ATTRIBUTE =
      ENDPOINT_REFERENCE.prefix() + ":" + IS_REFERENCE_PARAMETER;

  static final String REPLY_RELATIONSHIP = NAMESPACE + "/reply";

  private Addressing() {}

  static QName name(String localName) {
    return new QName(NAMESPACE, localName, "wsa");
  }
}

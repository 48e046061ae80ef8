package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlElement;

/** The names of SOAP 1.2. */
final class SoapNames {
  static final String PREFIX = "s12";
  static final XmlElement ENVELOPE =
      XmlElement.of("http://www.w3.org/2003/05/soap-envelope", PREFIX, "Envelope");
  static final XmlElement HEADER = ENVELOPE.sibling("Header");
  static final XmlElement BODY = ENVELOPE.sibling("Body");
  static final XmlElement FAULT = ENVELOPE.sibling("Fault");
  static final XmlElement CODE = ENVELOPE.sibling("Code");
  static final XmlElement SUBCODE = ENVELOPE.sibling("Subcode");
  static final XmlElement VALUE = ENVELOPE.sibling("Value");
  static final XmlElement REASON = ENVELOPE.sibling("Reason");
  static final XmlElement TEXT = ENVELOPE.sibling("Text");
  static final XmlElement DETAIL = ENVELOPE.sibling("Detail");
  static final XmlElement NOT_UNDERSTOOD = ENVELOPE.sibling("NotUnderstood");
  static final XmlElement UPGRADE = ENVELOPE.sibling("Upgrade");
  static final XmlElement SUPPORTED_ENVELOPE = ENVELOPE.sibling("SupportedEnvelope");
  static final String ROLE_NEXT = ENVELOPE.namespace() + "/role/next";
  static final String ROLE_ULTIMATE_RECEIVER = ENVELOPE.namespace() + "/role/ultimateReceiver";

  private SoapNames() {}
}

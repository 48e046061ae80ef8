package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the addressing headers of one message. What is wrong with one is kept until all are read,
 * so that the fault can name the message that it answers.
 */
final class SoapHeaderReader {
  /**
   * DPWS 1.1, appendix B: MAX_URI_SIZE. What is answered repeats the MessageID, escaped, and no
   * budget counts it.
   */
  static final int MAX_URI_CHARS = 2_048;

  /** Names of blocks that are not understood, and that a fault repeats. */
  private static final int MAX_NAMED_BLOCKS = 8;

  private static final int MAX_NAME_CHARS = 512;

  private final HeaderBlockReader others;
  private @Nullable String action;
  private @Nullable String messageId;
  private @Nullable String relatesTo;
  private @Nullable String to;
  private @Nullable EndpointReference replyTo;
  private @Nullable EndpointReference faultTo;
  private final List<ReferenceParameter> parameters = new ArrayList<>();
  private final List<QName> notUnderstood = new ArrayList<>();
  private @Nullable SoapFault objection;

  SoapHeaderReader(HeaderBlockReader others) {
    this.others = others;
  }

  void read(XmlReader in) throws XmlException {
    while (in.nextChild()) {
      if (!in.namespace().equals(Addressing.NAMESPACE) || !readAddressing(in)) {
        readOther(in);
      }
    }
  }

  /** The MessageID, if it has been read. */
  @Nullable String messageId() {
    return messageId;
  }

  /**
   * What was read.
   *
   * @param transportAction the action of a message that names none itself
   */
  SoapHeader header(@Nullable String transportAction) throws SoapFaultException {
    if (!notUnderstood.isEmpty()) {
      // Before all else (SOAP 1.2 part 1, 2.6).
      throw new SoapFaultException(SoapFault.notUnderstood(notUnderstood), messageId);
    }
    if (objection != null) {
      throw new SoapFaultException(objection, messageId);
    }
    String meant = action == null ? transportAction : action;
    if (meant == null || meant.isEmpty()) {
      throw new SoapFaultException(SoapFault.headerRequired("Action"), messageId);
    }
    return new SoapHeader(meant, messageId, relatesTo, to, replyTo, faultTo, parameters);
  }

  private boolean readAddressing(XmlReader in) throws XmlException {
    if (in.is(Addressing.ACTION)) {
      action = text(in, Addressing.ACTION, action);
    } else if (in.is(Addressing.MESSAGE_ID)) {
      messageId = text(in, Addressing.MESSAGE_ID, messageId);
    } else if (in.is(Addressing.RELATES_TO)) {
      readRelatesTo(in);
    } else if (in.is(Addressing.TO)) {
      to = text(in, Addressing.TO, to);
    } else if (in.is(Addressing.REPLY_TO)) {
      replyTo = reference(in, Addressing.REPLY_TO, replyTo);
    } else if (in.is(Addressing.FAULT_TO)) {
      faultTo = reference(in, Addressing.FAULT_TO, faultTo);
    } else if (in.is(Addressing.FROM)) {
      in.skip();
    } else {
      return false;
    }
    return true;
  }

  private void readRelatesTo(XmlReader in) throws XmlException {
    String type = in.attribute("", "RelationshipType");
    if (type == null || type.equals(Addressing.REPLY_RELATIONSHIP)) {
      relatesTo = text(in, Addressing.RELATES_TO, relatesTo);
    } else {
      in.skip(); // Only replies matter here (WS-Addressing core 3.1).
    }
  }

  private void readOther(XmlReader in) throws XmlException {
    boolean mandatory = isMandatory(in);
    QName name = mandatory ? in.name() : null;
    if (others.read(in)) {
      return;
    }
    if (name != null) {
      nameAsNotUnderstood(name);
      in.skip();
    } else if (isTrue(in.attribute(Addressing.NAMESPACE, Addressing.IS_REFERENCE_PARAMETER))) {
      ReferenceParameter.readIfSupported(in)
          .filter(parameter -> parameters.size() < ReferenceParameter.MAX_PARAMETERS)
          .ifPresent(parameters::add);
    } else {
      in.skip();
    }
  }

  private void nameAsNotUnderstood(QName block) {
    boolean isShort = block.toString().length() <= MAX_NAME_CHARS;
    if (block.getNamespaceURI().isEmpty() || !isShort) {
      // A block without a namespace is none (SOAP 1.2 part 1, 5.2.1); this one cannot be named.
      String name = XmlText.abbreviated(block.toString(), MAX_NAME_CHARS);
      object(
          SoapFault.of(
              SoapFaultCode.MUST_UNDERSTAND,
              null,
              "not understood, but mandatory: the header block " + name));
    } else if (notUnderstood.size() < MAX_NAMED_BLOCKS) {
      notUnderstood.add(block);
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
    return value != null && (value.strip().equals("true") || value.strip().equals("1"));
  }

  private @Nullable String text(XmlReader in, XmlElement element, @Nullable String before)
      throws XmlException {
    if (before != null) {
      return again(in, element, before);
    }
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

  private @Nullable EndpointReference reference(
      XmlReader in, XmlElement element, @Nullable EndpointReference before) throws XmlException {
    return before == null ? EndpointReference.readForAnswers(in) : again(in, element, before);
  }

  private <T> T again(XmlReader in, XmlElement element, T before) throws XmlException {
    object(SoapFault.headerRepeated(element.localName()));
    in.skip();
    return before;
  }

  /** The first objection counts. */
  private void object(SoapFault fault) {
    objection = objection == null ? fault : objection;
  }
}

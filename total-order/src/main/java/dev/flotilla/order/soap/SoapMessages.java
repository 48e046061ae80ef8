package dev.flotilla.order.soap;

import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.discovery.ScopeRule;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import javax.xml.namespace.QName;

/** The names by which processes find and call each other, and the form of their messages. */
final class SoapMessages {
  static final String SERVICE = "TotalOrderProcess";
  static final QName DEVICE_TYPE;
  static final QName PORT_TYPE;

  /** Takes a message, and answers nothing. */
  static final Operation<Append, EmptyBody> APPEND;

  /** Gives back what it gets. */
  static final Operation<Bytes, Bytes> PING;

  private static final String NAMESPACE = "urn:flotilla:total-order:2026";
  private static final XmlElement APPEND_ELEMENT = element("Append");
  private static final XmlElement PING_ELEMENT = element("Ping");
  private static final XmlElement FROM_ELEMENT = element("From");
  private static final XmlElement CONTENT_ELEMENT = element("Content");
  private static final XmlField<Long> FROM = XmlField.number(FROM_ELEMENT);
  private static final XmlField<byte[]> CONTENT = XmlField.of(CONTENT_ELEMENT, XmlReader::base64);

  static {
    DEVICE_TYPE = new QName(NAMESPACE, "Process", "t");
    PORT_TYPE = new QName(NAMESPACE, "Channel", "t");
    String action = NAMESPACE + "/Channel/";
    APPEND =
        Operation.oneWay(action + "Append", SoapMessages::readAppend, SoapMessages::writeAppend);
    PING =
        new Operation<>(
            action + "Ping",
            action + "PingResponse",
            SoapMessages::readPing,
            SoapMessages::writePing,
            SoapMessages::readPing,
            SoapMessages::writePing);
  }

  /**
   * A message of another process.
   *
   * @param from the number of its sender
   * @param content what was sent
   */
  record Append(int from, Bytes content) {}

  private SoapMessages() {}

  /**
   * The scope of the processes of a group.
   *
   * @throws IllegalArgumentException if the name is not of the form of group names
   */
  static String scope(String group) {
    if (!group.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "'%s' is no group name; use 1 to 64 of letters, digits, dot, - and _".formatted(group));
    }
    return NAMESPACE + ":group:" + group;
  }

  /** Asks for the processes of a group. */
  static Probe probe(String group) {
    return Probe.anything().ofType(DEVICE_TYPE).inScope(ScopeRule.STRCMP_0, scope(group));
  }

  private static XmlElement element(String localName) {
    return XmlElement.of(NAMESPACE, "t", localName);
  }

  private static void writeAppend(Append append, XmlWriter out) {
    out.open(APPEND_ELEMENT);
    out.element(FROM_ELEMENT, append.from());
    out.base64(CONTENT_ELEMENT, append.content().toArray());
    out.close(APPEND_ELEMENT);
  }

  private static Append readAppend(XmlReader in) throws XmlException {
    in.expect(APPEND_ELEMENT);
    XmlFields fields = XmlFields.read(in, FROM, CONTENT);
    long from = fields.require(FROM);
    if (from < 0 || from > Integer.MAX_VALUE) {
      throw new XmlException("process %s does not exist".formatted(from));
    }
    return new Append((int) from, Bytes.wrap(fields.require(CONTENT)));
  }

  private static void writePing(Bytes content, XmlWriter out) {
    out.open(PING_ELEMENT);
    out.base64(CONTENT_ELEMENT, content.toArray());
    out.close(PING_ELEMENT);
  }

  private static Bytes readPing(XmlReader in) throws XmlException {
    in.expect(PING_ELEMENT);
    return Bytes.wrap(XmlFields.read(in, CONTENT).require(CONTENT));
  }
}

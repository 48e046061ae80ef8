package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlText;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A SOAP 1.2 fault.
 *
 * @param code whose fault it is
 * @param subcodes what it is, the general name first; may be empty
 * @param reason for people, in English
 * @param detail one element for programs, or null
 * @param notUnderstood the mandatory header blocks that are not understood; they travel in the
 *     header, and readers do not read them
 */
public record SoapFault(
    SoapFaultCode code,
    List<QName> subcodes,
    String reason,
    @Nullable Detail detail,
    List<QName> notUnderstood) {
  /** The subcode of a message that found no room; standards have none for that. */
  public static final QName OVERLOADED = new QName("urn:flotilla:dpws:2026", "Overloaded", "d");

  private static final int MAX_REASON_CHARS = 2_000;

  // Standards that reserve <namespace>/fault for the faults that they define.
  private static final Set<String> NAMESPACES_WITH_FAULT_ACTION =
      Set.of(
          Addressing.NAMESPACE,
          "http://docs.oasis-open.org/ws-dd/ns/dpws/2009/01",
          "http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01",
          "http://schemas.xmlsoap.org/ws/2004/08/eventing",
          "http://schemas.xmlsoap.org/ws/2004/09/transfer");

  /**
   * Copies the lists. Cuts a reason beyond {@value #MAX_REASON_CHARS} characters, since parts of it
   * may be the sender's, and replaces what XML cannot carry: a fault can always be written.
   */
  public SoapFault {
    subcodes = List.copyOf(subcodes);
    notUnderstood = List.copyOf(notUnderstood);
    reason = XmlText.carriable(XmlText.abbreviated(reason, MAX_REASON_CHARS));
  }

  /** A fault whose header blocks were all understood. */
  public SoapFault(
      SoapFaultCode code, List<QName> subcodes, String reason, @Nullable Detail detail) {
    this(code, subcodes, reason, detail, List.of());
  }

  /**
   * An element with text in a fault.
   *
   * @param name its name
   * @param text its text
   */
  public record Detail(QName name, String text) {
    /** Replaces what XML cannot carry. */
    public Detail {
      text = XmlText.carriable(text);
    }
  }

  /** A fault with at most one subcode and no detail. */
  public static SoapFault of(SoapFaultCode code, @Nullable QName subcode, String reason) {
    return new SoapFault(code, subcode == null ? List.of() : List.of(subcode), reason, null);
  }

  /** The message is wrong. */
  public static SoapFault sender(String reason) {
    return of(SoapFaultCode.SENDER, null, reason);
  }

  /** The message could not be processed. */
  public static SoapFault receiver(String reason) {
    return of(SoapFaultCode.RECEIVER, null, reason);
  }

  /** There was no room to receive the message: nothing has been done with it. */
  public static SoapFault overloaded(String reason) {
    return of(SoapFaultCode.RECEIVER, OVERLOADED, reason);
  }

  /** Header blocks are mandatory that are not understood (SOAP 1.2 part 1, 5.4.8). */
  static SoapFault notUnderstood(List<QName> blocks) {
    String names = blocks.stream().map(QName::toString).collect(Collectors.joining(", "));
    return new SoapFault(
        SoapFaultCode.MUST_UNDERSTAND,
        List.of(),
        "not understood, but mandatory: the header block " + names,
        null,
        blocks);
  }

  /** No operation has this action (WS-Addressing SOAP binding 6.4.5). */
  public static SoapFault actionNotSupported(String action) {
    return of(
        SoapFaultCode.SENDER,
        Addressing.name("ActionNotSupported"),
        "no operation at this address has the action " + action);
  }

  /** The message names another destination than the one that it came to (6.4.4). */
  public static SoapFault destinationUnreachable(String to) {
    return of(
        SoapFaultCode.SENDER,
        Addressing.name("DestinationUnreachable"),
        "the header wsa:To is "
            + to
            + ", which is not what answers here; send the address of the request, or none");
  }

  /** A header block of WS-Addressing is missing (6.4.3). */
  public static SoapFault headerRequired(String localName) {
    return of(
        SoapFaultCode.SENDER,
        Addressing.name("MessageAddressingHeaderRequired"),
        "the header wsa:" + localName + " is required");
  }

  /** A header block of WS-Addressing is there more than once (6.4.1). */
  public static SoapFault headerRepeated(String localName) {
    return invalidHeader("InvalidCardinality", "the header wsa:" + localName + " is repeated");
  }

  /** The transport names another action than the header (6.4.1.6). */
  public static SoapFault actionMismatch(String action, String transportAction) {
    return invalidHeader(
        "ActionMismatch",
        "the header wsa:Action is "
            + action
            + " and HTTP names the action "
            + transportAction
            + "; send the same or none");
  }

  /** Answers go back on the channel of the request only (6.4.1.7). */
  public static SoapFault onlyAnonymousReplies(String address) {
    return invalidHeader(
        "OnlyAnonymousAddressSupported",
        "answers are sent on the request's own channel only, not to " + address);
  }

  /** The first subcode, or null. */
  public @Nullable QName subcode() {
    return subcodes.isEmpty() ? null : subcodes.get(0);
  }

  /** The WS-Addressing action of a message that carries this fault. */
  public String action() {
    QName subcode = subcode();
    return subcode != null && NAMESPACES_WITH_FAULT_ACTION.contains(subcode.getNamespaceURI())
        ? subcode.getNamespaceURI() + "/fault"
        : Addressing.SOAP_FAULT_ACTION;
  }

  private static SoapFault invalidHeader(String problem, String reason) {
    return new SoapFault(
        SoapFaultCode.SENDER,
        List.of(Addressing.name("InvalidAddressingHeader"), Addressing.name(problem)),
        reason,
        null);
  }
}

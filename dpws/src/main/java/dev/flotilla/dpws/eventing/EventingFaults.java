package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.soap.Addressing;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import dev.flotilla.dpws.soap.SoapFaultException;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The faults of a source (WS-Eventing section 4, DPWS 1.1 section 6). */
final class EventingFaults {
  private EventingFaults() {}

  static SoapFaultException modeUnavailable(String mode) {
    return sender(
        EventingNames.name("DeliveryModeRequestedUnavailable"),
        "the delivery mode " + mode + " is not supported; use push",
        new SoapFault.Detail(EventingNames.name("SupportedDeliveryMode"), EventingNames.PUSH_MODE));
  }

  static SoapFaultException invalidExpiration(String text, String why) {
    return sender(
        EventingNames.name("InvalidExpirationTime"),
        "the expiration time " + text + " is invalid: " + why,
        null);
  }

  static SoapFaultException filterUnavailable(@Nullable String dialect) {
    return sender(
        EventingNames.name("FilteringRequestedUnavailable"),
        "the filter dialect "
            + (dialect == null ? "XPath, which is the default," : dialect)
            + " is not supported; use the Action dialect of DPWS",
        new SoapFault.Detail(EventingNames.name("SupportedDialect"), EventingNames.ACTION_DIALECT));
  }

  static SoapFaultException noSuchAction(ActionFilter filter) {
    return sender(
        new QName(EventingNames.DPWS, "FilterActionNotSupported", "dpws"),
        "no event of this service has an action that the filter names: " + filter.text(),
        null);
  }

  static SoapFaultException invalidMessage(String reason) {
    return sender(EventingNames.name("InvalidMessage"), reason, null);
  }

  static SoapFaultException unreachable(String address, String why) {
    return sender(
        new QName(Addressing.NAMESPACE, "DestinationUnreachable", "wsa"),
        "events cannot be sent to " + address + ": " + why,
        null);
  }

  static SoapFaultException unableToRenew(String reason) {
    return receiver("UnableToRenew", reason);
  }

  static SoapFaultException unableToProcess(String reason) {
    return receiver("EventSourceUnableToProcess", reason);
  }

  private static SoapFaultException receiver(String subcode, String reason) {
    QName name = EventingNames.name(subcode);
    return new SoapFaultException(SoapFault.of(SoapFaultCode.RECEIVER, name, reason));
  }

  private static SoapFaultException sender(
      QName subcode, String reason, SoapFault.@Nullable Detail detail) {
    return new SoapFaultException(
        new SoapFault(SoapFaultCode.SENDER, List.of(subcode), reason, detail));
  }
}

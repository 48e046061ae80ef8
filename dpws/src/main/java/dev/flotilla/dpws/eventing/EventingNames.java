package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.xml.XmlElement;
import javax.xml.namespace.QName;

/** The names of WS-Eventing, and those that DPWS adds to it. */
final class EventingNames {
  static final String NAMESPACE = "http://schemas.xmlsoap.org/ws/2004/08/eventing";
  static final String PUSH_MODE = NAMESPACE + "/DeliveryModes/Push";
  static final String DPWS = "http://docs.oasis-open.org/ws-dd/ns/dpws/2009/01";
  static final String ACTION_DIALECT = DPWS + "/Action";

  static final XmlElement SUBSCRIBE = XmlElement.of(NAMESPACE, "wse", "Subscribe");
  static final XmlElement SUBSCRIBE_RESPONSE = SUBSCRIBE.sibling("SubscribeResponse");
  static final XmlElement RENEW = SUBSCRIBE.sibling("Renew");
  static final XmlElement RENEW_RESPONSE = SUBSCRIBE.sibling("RenewResponse");
  static final XmlElement GET_STATUS = SUBSCRIBE.sibling("GetStatus");
  static final XmlElement GET_STATUS_RESPONSE = SUBSCRIBE.sibling("GetStatusResponse");
  static final XmlElement UNSUBSCRIBE = SUBSCRIBE.sibling("Unsubscribe");
  static final XmlElement SUBSCRIPTION_END = SUBSCRIBE.sibling("SubscriptionEnd");

  static final XmlElement END_TO = SUBSCRIBE.sibling("EndTo");
  static final XmlElement DELIVERY = SUBSCRIBE.sibling("Delivery");
  static final XmlElement NOTIFY_TO = SUBSCRIBE.sibling("NotifyTo");
  static final XmlElement EXPIRES = SUBSCRIBE.sibling("Expires");
  static final XmlElement FILTER = SUBSCRIBE.sibling("Filter");
  static final XmlElement SUBSCRIPTION_MANAGER = SUBSCRIBE.sibling("SubscriptionManager");
  static final XmlElement STATUS = SUBSCRIBE.sibling("Status");
  static final XmlElement REASON = SUBSCRIBE.sibling("Reason");

  /**
   * The reference parameter of our subscription managers. It is not wse:Identifier, as in the
   * examples of WS-Eventing: SDCri drops parameters of namespaces that it knows.
   */
  static final XmlElement IDENTIFIER = XmlElement.of("urn:flotilla:dpws:2026", "d", "Subscription");

  private EventingNames() {}

  static QName name(String localName) {
    return new QName(NAMESPACE, localName, "wse");
  }
}

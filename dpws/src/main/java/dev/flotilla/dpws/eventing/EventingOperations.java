package dev.flotilla.dpws.eventing;

import static dev.flotilla.dpws.eventing.EventingNames.DELIVERY;
import static dev.flotilla.dpws.eventing.EventingNames.END_TO;
import static dev.flotilla.dpws.eventing.EventingNames.EXPIRES;
import static dev.flotilla.dpws.eventing.EventingNames.FILTER;
import static dev.flotilla.dpws.eventing.EventingNames.GET_STATUS;
import static dev.flotilla.dpws.eventing.EventingNames.GET_STATUS_RESPONSE;
import static dev.flotilla.dpws.eventing.EventingNames.NAMESPACE;
import static dev.flotilla.dpws.eventing.EventingNames.NOTIFY_TO;
import static dev.flotilla.dpws.eventing.EventingNames.PUSH_MODE;
import static dev.flotilla.dpws.eventing.EventingNames.REASON;
import static dev.flotilla.dpws.eventing.EventingNames.RENEW;
import static dev.flotilla.dpws.eventing.EventingNames.RENEW_RESPONSE;
import static dev.flotilla.dpws.eventing.EventingNames.STATUS;
import static dev.flotilla.dpws.eventing.EventingNames.SUBSCRIBE;
import static dev.flotilla.dpws.eventing.EventingNames.SUBSCRIBE_RESPONSE;
import static dev.flotilla.dpws.eventing.EventingNames.SUBSCRIPTION_END;
import static dev.flotilla.dpws.eventing.EventingNames.SUBSCRIPTION_MANAGER;
import static dev.flotilla.dpws.eventing.EventingNames.UNSUBSCRIBE;

import dev.flotilla.dpws.eventing.EventingMessages.Ended;
import dev.flotilla.dpws.eventing.EventingMessages.Expires;
import dev.flotilla.dpws.eventing.EventingMessages.Filter;
import dev.flotilla.dpws.eventing.EventingMessages.Subscribe;
import dev.flotilla.dpws.eventing.EventingMessages.SubscribeResponse;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.UnexpectedElements;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations of WS-Eventing, with their codecs. */
final class EventingOperations {
  private static final XmlField<EndpointReference> NOTIFY_FIELD =
      XmlField.of(NOTIFY_TO, EndpointReference::readWithParameters);
  private static final XmlField<EndpointReference> END_FIELD =
      XmlField.of(END_TO, EndpointReference::readWithParameters);
  private static final XmlField<EndpointReference> MANAGER_FIELD =
      XmlField.of(SUBSCRIPTION_MANAGER, EndpointReference::readWithParameters);
  private static final XmlField<Delivery> DELIVERY_FIELD =
      XmlField.of(DELIVERY, EventingOperations::readDelivery);
  private static final XmlField<Filter> FILTER_FIELD =
      XmlField.of(FILTER, in -> new Filter(in.attribute("", "Dialect"), in.leafText()));
  private static final XmlField<String> EXPIRES_FIELD = XmlField.token(EXPIRES);
  private static final XmlField<String> STATUS_FIELD = XmlField.token(STATUS);
  private static final XmlField<List<String>> REASON_FIELD = XmlField.list(REASON, XmlReader::text);

  static final Operation<Subscribe, SubscribeResponse> SUBSCRIBE_OPERATION =
      new Operation<>(
          NAMESPACE + "/Subscribe",
          NAMESPACE + "/SubscribeResponse",
          EventingOperations::readSubscribe,
          EventingOperations::writeSubscribe,
          EventingOperations::readSubscribeResponse,
          EventingOperations::writeSubscribeResponse);

  static final Operation<Expires, Expires> RENEW_OPERATION =
      new Operation<>(
          NAMESPACE + "/Renew",
          NAMESPACE + "/RenewResponse",
          EventingOperations::readRenew,
          (value, out) -> writeExpires(RENEW, value, out),
          in -> readExpires(RENEW_RESPONSE, in),
          (value, out) -> writeExpires(RENEW_RESPONSE, value, out));

  static final Operation<EmptyBody, Expires> GET_STATUS_OPERATION =
      new Operation<>(
          NAMESPACE + "/GetStatus",
          NAMESPACE + "/GetStatusResponse",
          in -> readEmpty(GET_STATUS, in),
          (value, out) -> out.open(GET_STATUS).close(GET_STATUS),
          in -> readExpires(GET_STATUS_RESPONSE, in),
          (value, out) -> writeExpires(GET_STATUS_RESPONSE, value, out));

  static final Operation<EmptyBody, EmptyBody> UNSUBSCRIBE_OPERATION =
      new Operation<>(
          NAMESPACE + "/Unsubscribe",
          NAMESPACE + "/UnsubscribeResponse",
          in -> readEmpty(UNSUBSCRIBE, in),
          (value, out) -> out.open(UNSUBSCRIBE).close(UNSUBSCRIBE),
          EmptyBody.READER,
          EmptyBody.WRITER);

  static final Operation<Ended, EmptyBody> SUBSCRIPTION_END_OPERATION =
      Operation.oneWay(
          NAMESPACE + "/SubscriptionEnd",
          EventingOperations::readEnded,
          EventingOperations::writeEnded);

  private EventingOperations() {}

  /** What is in Delivery; of another mode than push, nothing can be known. */
  private record Delivery(@Nullable String mode, @Nullable EndpointReference notifyTo) {}

  private static Subscribe readSubscribe(XmlReader in) throws XmlException {
    in.expect(SUBSCRIBE);
    in.setUnexpected(UnexpectedElements.REFUSE_OWN);
    XmlFields read = XmlFields.read(in, END_FIELD, DELIVERY_FIELD, EXPIRES_FIELD, FILTER_FIELD);
    Delivery delivery = read.require(DELIVERY_FIELD);
    return new Subscribe(
        delivery.notifyTo(),
        read.find(END_FIELD).orElse(null),
        delivery.mode(),
        read.find(EXPIRES_FIELD).orElse(null),
        read.find(FILTER_FIELD).orElse(null));
  }

  private static Delivery readDelivery(XmlReader in) throws XmlException {
    String mode = in.attribute("", "Mode");
    if (mode != null && !mode.equals(PUSH_MODE)) {
      in.skip();
      return new Delivery(mode, null);
    }
    return new Delivery(mode, XmlFields.read(in, NOTIFY_FIELD).require(NOTIFY_FIELD));
  }

  private static void writeSubscribe(Subscribe subscribe, XmlWriter out) {
    out.open(SUBSCRIBE);
    writeReference(END_TO, subscribe.endTo(), out);
    out.open(DELIVERY);
    if (subscribe.mode() != null) {
      out.attribute("Mode", subscribe.mode());
    }
    writeReference(NOTIFY_TO, subscribe.notifyTo(), out);
    out.close(DELIVERY).optional(EXPIRES, subscribe.expires());
    Filter filter = subscribe.filter();
    if (filter != null) {
      out.open(FILTER);
      if (filter.dialect() != null) {
        out.attribute("Dialect", filter.dialect());
      }
      out.text(filter.text() == null ? "" : filter.text()).close(FILTER);
    }
    out.close(SUBSCRIBE);
  }

  private static SubscribeResponse readSubscribeResponse(XmlReader in) throws XmlException {
    in.expect(SUBSCRIBE_RESPONSE);
    XmlFields read = XmlFields.read(in, MANAGER_FIELD, EXPIRES_FIELD);
    return new SubscribeResponse(read.require(MANAGER_FIELD), read.require(EXPIRES_FIELD));
  }

  private static void writeSubscribeResponse(SubscribeResponse response, XmlWriter out) {
    out.open(SUBSCRIBE_RESPONSE);
    response.manager().write(SUBSCRIPTION_MANAGER, out);
    out.element(EXPIRES, response.expires()).close(SUBSCRIBE_RESPONSE);
  }

  private static Expires readRenew(XmlReader in) throws XmlException {
    in.setUnexpected(UnexpectedElements.REFUSE_OWN);
    return readExpires(RENEW, in);
  }

  private static Expires readExpires(XmlElement element, XmlReader in) throws XmlException {
    in.expect(element);
    return new Expires(XmlFields.read(in, EXPIRES_FIELD).find(EXPIRES_FIELD).orElse(null));
  }

  private static void writeExpires(XmlElement element, Expires value, XmlWriter out) {
    out.open(element).optional(EXPIRES, value.expires()).close(element);
  }

  private static EmptyBody readEmpty(XmlElement element, XmlReader in) throws XmlException {
    in.expect(element);
    in.skip();
    return EmptyBody.EMPTY;
  }

  private static Ended readEnded(XmlReader in) throws XmlException {
    in.expect(SUBSCRIPTION_END);
    XmlFields read = XmlFields.read(in, MANAGER_FIELD, STATUS_FIELD, REASON_FIELD);
    String reason = read.all(REASON_FIELD).stream().findFirst().orElse("");
    SubscriptionEnd.Cause cause = SubscriptionEnd.Cause.of(read.require(STATUS_FIELD));
    return new Ended(read.require(MANAGER_FIELD), new SubscriptionEnd(cause, reason));
  }

  private static void writeEnded(Ended ended, XmlWriter out) {
    out.open(SUBSCRIPTION_END);
    ended.manager().write(SUBSCRIPTION_MANAGER, out);
    out.element(STATUS, ended.end().cause().status())
        .open(REASON)
        .attribute("xml:lang", "en")
        .text(ended.end().reason())
        .close(REASON)
        .close(SUBSCRIPTION_END);
  }

  private static void writeReference(
      XmlElement element, @Nullable EndpointReference reference, XmlWriter out) {
    if (reference != null) {
      reference.write(element, out);
    }
  }
}

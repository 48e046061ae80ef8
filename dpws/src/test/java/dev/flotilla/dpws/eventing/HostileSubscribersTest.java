package dev.flotilla.dpws.eventing;

import static dev.flotilla.dpws.eventing.SourceUnderTest.subscribeTo;
import static dev.flotilla.dpws.eventing.SourceUnderTest.subscribeWith;
import static dev.flotilla.dpws.eventing.SourceUnderTest.wse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventingMessages.Filter;
import dev.flotilla.dpws.eventing.EventingMessages.Subscribe;
import dev.flotilla.dpws.eventing.EventingMessages.SubscribeResponse;
import dev.flotilla.dpws.eventing.SubscriptionEnd.Cause;
import dev.flotilla.dpws.soap.Addressing;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What subscribers and sinks may do to a source: little. */
class HostileSubscribersTest {
  private static final QName UNREACHABLE =
      new QName(Addressing.NAMESPACE, "DestinationUnreachable");

  private final List<AutoCloseable> opened = new ArrayList<>();
  private EventLoops loops;
  private ScriptedSink sink;

  @BeforeEach
  void open() throws Exception {
    loops = EventLoops.start(2, "test");
    sink = new ScriptedSink(loops);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    sink.close();
    loops.close();
  }

  @Test
  void eventsGoToTheSubscribersOwnAddressOnly() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    for (String address :
        List.of(
            "http://127.0.0.2:1000/sink",
            "http://192.0.2.1/",
            "http://[::1]:1000/",
            "http://localhost:1000/",
            "http://2130706433/",
            "https://127.0.0.1/",
            "http:///sink",
            "http://127.0.0.1:0/",
            "http://127.0.0.1:65536/",
            "http://127.0.0.1@192.0.2.1/",
            "http://user@127.0.0.1/",
            "ftp://127.0.0.1/",
            "urn:uuid:1",
            "not a URI",
            Addressing.ANONYMOUS,
            Addressing.NONE)) {
      EndpointReference foreign = new EndpointReference(address);
      assertThat(service.refusal(subscribeTo(foreign)).subcode())
          .as(address)
          .isEqualTo(UNREACHABLE);
      Subscribe foreignEnd = new Subscribe(sink.reference(), foreign, null, null, null);
      assertThat(service.refusal(foreignEnd).subcode()).as(address).isEqualTo(UNREACHABLE);
    }
    assertThat(service.source.subscriptionCount()).isZero();
  }

  @Test
  void aSourceIsNoSinkOfItsOwnEvents() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    EndpointReference itself = new EndpointReference(service.address() + "/other");
    SoapFault refusal = service.refusal(subscribeTo(itself));
    SoapFault ofEnd = service.refusal(new Subscribe(sink.reference(), itself, null, null, null));

    assertThat(refusal.subcode()).isEqualTo(UNREACHABLE);
    assertThat(refusal.reason()).contains("this source itself listens there");
    assertThat(ofEnd).isEqualTo(refusal);
    assertThat(service.source.subscriptionCount()).isZero();
  }

  @Test
  void aPolicyMayAllowOtherHosts() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT.withSinks(SinkPolicy.onAnyHost()));
    String local = sink.reference().address().replace("127.0.0.1", "localhost");
    service.subscribe(subscribeTo(new EndpointReference(local)));
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(sink.nextEvent()).isEqualTo("fire");
  }

  @Test
  void otherModesAndFiltersAreRefused() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    EndpointReference to = sink.reference();
    SoapFault mode = service.refusal(new Subscribe(to, to, "urn:pull", null, null));
    assertThat(mode.subcode()).isEqualTo(wse("DeliveryModeRequestedUnavailable"));
    assertThat(mode.detail().text()).isEqualTo(EventingNames.PUSH_MODE);
    for (Filter filter : List.of(new Filter(null, "/a/b"), new Filter("urn:x", "y"))) {
      SoapFault dialect = service.refusal(new Subscribe(to, to, null, null, filter));
      assertThat(dialect.subcode()).isEqualTo(wse("FilteringRequestedUnavailable"));
      assertThat(dialect.detail().text()).isEqualTo(EventingNames.ACTION_DIALECT);
    }
    for (String actions : List.of("", " \n ", "urn:x", "http://", "%%%", "a b c")) {
      assertThat(service.refusal(subscribeWith(to, actions)).subcode())
          .as(actions)
          .isEqualTo(new QName(EventingNames.DPWS, "FilterActionNotSupported"));
    }
    assertThat(service.refusal(subscribeWith(to, "urn:x ".repeat(33))).subcode())
        .isEqualTo(wse("InvalidMessage"));
    assertThat(service.refusal(subscribeWith(to, "urn:" + "x".repeat(2_048))).subcode())
        .isEqualTo(wse("InvalidMessage"));
  }

  @Test
  void aMalformedSubscribeIsTheSendersFault() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    List<Consumer<XmlWriter>> contents =
        List.of(
            out -> {},
            out -> out.open(EventingNames.DELIVERY).close(EventingNames.DELIVERY),
            out -> out.element(EventingNames.DELIVERY, "text"),
            out -> delivery(out, EventingNames.NOTIFY_TO, ""),
            out -> delivery(out, EventingNames.NOTIFY_TO, "http://127.0.0.1/" + "x".repeat(2_048)),
            out -> delivery(out, EventingNames.END_TO, "http://127.0.0.1/"));
    for (Consumer<XmlWriter> content : contents) {
      assertThat(service.refusal(subscribe(content), EmptyBody.EMPTY).code())
          .isEqualTo(dev.flotilla.dpws.soap.SoapFaultCode.SENDER);
    }
    assertThat(service.source.subscriptionCount()).isZero();
  }

  @Test
  void oneAddressHasAFewSubscriptions() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT.withSubscriptions(10, 3));
    EndpointReference first = service.subscribe(subscribeTo(sink.reference())).manager();
    service.subscribe(subscribeTo(sink.reference()));
    service.subscribe(subscribeTo(sink.reference()));
    SoapFault refusal = service.refusal(subscribeTo(sink.reference()));
    assertThat(refusal.subcode()).isEqualTo(wse("EventSourceUnableToProcess"));
    assertThat(refusal.reason()).contains("3 subscriptions from this address");
    service.ask(first, EventingOperations.UNSUBSCRIBE_OPERATION, EmptyBody.EMPTY);
    service.subscribe(subscribeTo(sink.reference()));
  }

  @Test
  void aFloodOfRequestsStaysWithinTheLimit() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT.withSubscriptions(20, 100));
    List<CompletionStage<SubscribeResponse>> flood = new ArrayList<>();
    for (int i = 0; i < 900; i++) {
      flood.add(service.begin(subscribeTo(sink.reference())));
    }
    AtomicInteger accepted = new AtomicInteger();
    for (CompletionStage<SubscribeResponse> each : flood) {
      SourceUnderTest.get(each.handle((done, failure) -> failure == null && count(accepted)));
    }
    assertThat(accepted).hasValue(20);
    assertThat(service.source.subscriptionCount()).isEqualTo(20);
    service.source.publish(Sensor.ALARM, "fire");
    for (int i = 0; i < 20; i++) {
      assertThat(sink.nextEvent()).isEqualTo("fire");
    }
  }

  @Test
  void aDeadSinkIsForgotten() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    ScriptedSink dead = new ScriptedSink(loops);
    service.subscribe(new Subscribe(dead.reference(), sink.reference(), null, null, null));
    dead.close();
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(sink.nextEnd().cause()).isEqualTo(Cause.DELIVERY_FAILURE);
    assertThat(service.source.subscriptionCount()).isZero();
  }

  @Tag("slow")
  @Test
  void aSinkThatDoesNotAnswerIsForgotten() throws Exception {
    ScriptedSink slow = silent();
    Optional<SubscriptionEnd> told = Optional.empty();
    // The end has no more time than an event: while everything stands still it is not told.
    for (int millis = 500; told.isEmpty(); millis *= 2) {
      Duration timeout = Duration.ofMillis(millis);
      assertThat(timeout).isLessThan(Await.limit());
      SourceUnderTest service = source(SourceUnderTest.PATIENT.withDeliveryTimeout(timeout));
      service.subscribe(new Subscribe(slow.reference(), sink.reference(), null, null, null));
      service.source.publish(Sensor.ALARM, "fire");
      Await.until(() -> "a subscription", () -> service.source.subscriptionCount() == 0);
      told = sink.endWithin(timeout.multipliedBy(4));
    }
    assertThat(told.get().cause()).isEqualTo(Cause.DELIVERY_FAILURE);
  }

  @Test
  void eventsBeyondTheQueueEndTheSubscription() throws Exception {
    for (EventSourceSettings settings :
        List.of(
            SourceUnderTest.PATIENT.withQueue(3, 1 << 20),
            SourceUnderTest.PATIENT.withQueue(100, 400))) {
      SourceUnderTest service = source(settings);
      ScriptedSink slow = silent();
      service.subscribe(new Subscribe(slow.reference(), sink.reference(), null, null, null));
      service.source.publish(Sensor.ALARM, "1".repeat(50));
      service.source.publish(Sensor.ALARM, "2".repeat(50));
      service.source.publish(Sensor.ALARM, "3".repeat(50));
      assertThat(service.source.subscriptionCount()).isEqualTo(1);
      service.source.publish(Sensor.ALARM, "4".repeat(200));
      assertThat(service.source.subscriptionCount()).isZero();
      SubscriptionEnd end = sink.nextEnd();
      assertThat(end.cause()).isEqualTo(Cause.DELIVERY_FAILURE);
      assertThat(end.reason()).contains("more events wait");
    }
  }

  @Tag("slow")
  @Test
  void aSlowSinkDoesNotDelayOthers() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    service.subscribe(subscribeTo(silent().reference()));
    service.subscribe(subscribeTo(sink.reference()));
    for (int i = 0; i < 100; i++) {
      service.source.publish(Sensor.ALARM, "no " + i);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(sink.nextEvent()).isEqualTo("no " + i);
    }
    assertThat(service.source.subscriptionCount()).isEqualTo(2);
  }

  @Test
  void aSinkThatRefusesAnEventIsForgotten() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    sink.answerBy(ask -> ask.fault(SoapFault.sender("no")));
    service.subscribe(subscribeTo(sink.reference()));
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(sink.nextEvent()).isEqualTo("fire");
    assertThat(sink.nextEnd().cause()).isEqualTo(Cause.DELIVERY_FAILURE);
    assertThat(service.source.subscriptionCount()).isZero();
  }

  @Test
  void aSinkWithoutRoomGetsTheEventAgain() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    AtomicInteger asked = new AtomicInteger();
    sink.answerBy(
        ask -> {
          if (asked.incrementAndGet() <= 2) {
            ask.fault(SoapFault.overloaded("later"));
          } else {
            ask.answer(EmptyBody.EMPTY);
          }
        });
    service.subscribe(subscribeTo(sink.reference()));
    service.source.publish(Sensor.ALARM, "fire");
    service.source.publish(Sensor.ALARM, "water");
    for (String event : List.of("fire", "fire", "fire", "water")) {
      assertThat(sink.nextEvent()).isEqualTo(event);
    }
    assertThat(service.source.subscriptionCount()).isEqualTo(1);
  }

  @Test
  void anEventWhoseConnectionBreaksIsSentOnceMore() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      EndpointReference to =
          new EndpointReference("http://127.0.0.1:" + server.getLocalPort() + "/");
      service.subscribe(new Subscribe(to, sink.reference(), null, null, null));
      service.source.publish(Sensor.ALARM, "fire");
      readAndClose(server.accept());
      assertThat(service.source.subscriptionCount()).isEqualTo(1);
      readAndClose(server.accept());
      assertThat(sink.nextEnd().cause()).isEqualTo(Cause.DELIVERY_FAILURE);
    }
  }

  private ScriptedSink silent() throws IOException {
    ScriptedSink slow = new ScriptedSink(loops);
    BlockingQueue<Exchange<EmptyBody>> unanswered = new LinkedBlockingQueue<>();
    slow.answerBy(unanswered::add);
    opened.add(slow);
    return slow;
  }

  private static void readAndClose(Socket socket) throws IOException {
    try (socket) {
      assertThat(socket.getInputStream().read()).isPositive();
    }
  }

  private static boolean count(AtomicInteger counter) {
    counter.incrementAndGet();
    return true;
  }

  private static Operation<EmptyBody, EmptyBody> subscribe(Consumer<XmlWriter> content) {
    return new Operation<>(
        EventingOperations.SUBSCRIBE_OPERATION.action(),
        EventingOperations.SUBSCRIBE_OPERATION.responseAction(),
        EmptyBody.READER,
        (empty, out) -> {
          out.open(EventingNames.SUBSCRIBE);
          content.accept(out);
          out.close(EventingNames.SUBSCRIBE);
        },
        EmptyBody.READER,
        EmptyBody.WRITER);
  }

  private static void delivery(XmlWriter out, XmlElement target, String address) {
    XmlElement element = XmlElement.of(Addressing.NAMESPACE, "wsa", "Address");
    out.open(EventingNames.DELIVERY)
        .open(target)
        .element(element, address)
        .close(target)
        .close(EventingNames.DELIVERY);
  }

  private SourceUnderTest source(EventSourceSettings settings) throws Exception {
    SourceUnderTest service = new SourceUnderTest(loops, settings);
    opened.add(service);
    return service;
  }
}

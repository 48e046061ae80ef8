package dev.flotilla.dpws.eventing;

import static dev.flotilla.dpws.eventing.ScriptedSource.next;
import static dev.flotilla.dpws.eventing.SourceUnderTest.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventingMessages.Ended;
import dev.flotilla.dpws.eventing.EventingMessages.Expires;
import dev.flotilla.dpws.eventing.EventingMessages.Subscribe;
import dev.flotilla.dpws.eventing.SubscriptionEnd.Cause;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.testing.Await;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class EventSinkTest {
  private static final Duration LONG = Duration.ofMinutes(30);

  private final MovableTime time = new MovableTime();
  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private final ExecutorService executor = Executors.newFixedThreadPool(4);
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final EventHandlers handlers =
      EventHandlers.builder()
          .on(Sensor.ALARM, event -> seen.add("alarm " + event))
          .on(Sensor.TEMPERATURE, event -> seen.add("temperature " + event))
          .build();
  private EventLoops loops;
  private HttpEndpoint endpoint;
  private SoapCaller caller;
  private EventSink sink;
  private ScriptedSource scripted;

  @BeforeEach
  void open() throws Exception {
    loops = time.loops();
    // As a device listens that does not know its addresses.
    endpoint = HttpEndpoint.open(loops, new InetSocketAddress("0.0.0.0", 0), HttpLimits.DEFAULT);
    caller = new SoapCaller(loops, CallerOptions.DEFAULT);
    sink = new EventSink(loops, endpoint, "/events", caller, executor, Await.limit());
    scripted = new ScriptedSource(loops);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    sink.close();
    scripted.close();
    caller.close();
    endpoint.close();
    executor.shutdownNow();
    loops.close();
  }

  @Test
  void eventsReachTheirHandlersInOrder() throws Exception {
    SourceUnderTest service = source();
    get(sink.subscribe(service.address(), handlers, LONG));
    for (int i = 0; i < 500; i++) {
      service.source.publish(i % 2 == 0 ? Sensor.ALARM : Sensor.TEMPERATURE, "no " + i);
    }
    for (int i = 0; i < 500; i++) {
      assertThat(next(seen)).isEqualTo((i % 2 == 0 ? "alarm no " : "temperature no ") + i);
    }
  }

  @Test
  void handlersMayBlock() throws Exception {
    SourceUnderTest service = source();
    CountDownLatch published = new CountDownLatch(1);
    EventHandlers blocking =
        EventHandlers.builder()
            .on(
                Sensor.ALARM,
                event -> {
                  await(published);
                  seen.add(event);
                })
            .build();
    get(sink.subscribe(service.address(), blocking, LONG));
    for (int i = 0; i < 100; i++) {
      service.source.publish(Sensor.ALARM, "no " + i);
    }
    published.countDown();
    for (int i = 0; i < 100; i++) {
      assertThat(next(seen)).isEqualTo("no " + i);
    }
  }

  @Test
  void aHandlerThatFailsGetsTheNextEvent() throws Exception {
    SourceUnderTest service = source();
    EventHandlers failing =
        EventHandlers.builder()
            .on(
                Sensor.ALARM,
                event -> {
                  seen.add(event);
                  throw new IllegalStateException("on purpose");
                })
            .build();
    get(sink.subscribe(service.address(), failing, LONG));
    service.source.publish(Sensor.ALARM, "fire");
    service.source.publish(Sensor.ALARM, "water");
    assertThat(next(seen)).isEqualTo("fire");
    assertThat(next(seen)).isEqualTo("water");
  }

  @Test
  void onlyTheTypesWithHandlersAreAskedFor() throws Exception {
    SourceUnderTest service = source();
    EventHandlers alarms = EventHandlers.builder().on(Sensor.ALARM, seen::add).build();
    get(sink.subscribe(service.address(), alarms, LONG));
    service.source.publish(Sensor.TEMPERATURE, "21");
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(next(seen)).isEqualTo("fire");
  }

  @Test
  void aRefusedSubscriptionFailsWithTheFault() throws Exception {
    SourceUnderTest service = source();
    EventType<String> other =
        new EventType<>("urn:other", Sensor.ALARM.reader(), Sensor.ALARM.writer());
    EventHandlers wrong = EventHandlers.builder().on(other, seen::add).build();
    CallFailure failure = failure(sink.subscribe(service.address(), wrong, LONG));
    assertThat(failure.fault().subcode().getLocalPart()).isEqualTo("FilterActionNotSupported");
  }

  @Test
  void theSourceKnowsTheStatusAndEndsOnUnsubscribe() throws Exception {
    SourceUnderTest service = source();
    Subscription subscription = get(sink.subscribe(service.address(), handlers, LONG));
    assertThat(get(subscription.status())).isBetween(LONG.minusMinutes(1), LONG);
    time.pass(Duration.ofMinutes(10));
    assertThat(get(subscription.renew())).isEqualTo(LONG);
    get(subscription.unsubscribe());
    assertThat(service.source.subscriptionCount()).isZero();
    assertThat(get(subscription.ended()).cause()).isEqualTo(Cause.UNSUBSCRIBED);
    get(subscription.unsubscribe());
  }

  @Test
  void aSubscriptionRenewsItselfUntilTheSourceRefuses() throws Exception {
    scripted.grant("PT0.4S");
    Subscription subscription = get(sink.subscribe(scripted.address(), handlers, LONG));
    next(scripted.renewals).answer(new Expires("PT0.4S"));
    next(scripted.renewals).answer(new Expires("PT0.6S"));
    next(scripted.renewals).fault(SoapFault.sender("no more"));
    assertThat(get(subscription.ended()).cause()).isEqualTo(Cause.NOT_RENEWED);
  }

  @Test
  void aSubscriptionEndsWithItsTimeIfItsSourceIsLost() throws Exception {
    scripted.grant("PT0.4S");
    Subscription subscription = get(sink.subscribe(scripted.address(), handlers, LONG));
    scripted.close();
    assertThat(get(subscription.ended()).cause()).isEqualTo(Cause.NOT_RENEWED);
  }

  @Test
  void aSourceThatGrantsNoTimeIsRefused() {
    for (String expires : List.of("PT0S", "-PT1H", "2001-01-01T00:00:00Z", "junk")) {
      scripted.grant(expires);
      assertThat(catchThrowable(() -> get(sink.subscribe(scripted.address(), handlers, LONG))))
          .as(expires)
          .hasCauseInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aManagerOnAnotherHostIsRefused() {
    for (String address :
        List.of("http://192.0.2.1/", "http://localhost/", "urn:x", "https://127.0.0.1/")) {
      scripted.nameManager(address);
      assertThat(catchThrowable(() -> get(sink.subscribe(scripted.address(), handlers, LONG))))
          .as(address)
          .hasCauseInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theEndComesAfterTheEventsBeforeIt() throws Exception {
    SourceUnderTest service = source();
    Subscription subscription = get(sink.subscribe(service.address(), handlers, LONG));
    for (int i = 0; i < 20; i++) {
      service.source.publish(Sensor.ALARM, "no " + i);
    }
    service.source.close();
    assertThat(get(subscription.ended()).cause()).isEqualTo(Cause.SOURCE_SHUTTING_DOWN);
    assertThat(seen).hasSize(20);
    assertThat(get(subscription.unsubscribe())).isEqualTo(EmptyBody.EMPTY);
  }

  @Test
  void anEndWithAnUnknownStatusIsAnEnd() throws Exception {
    Subscription subscription = get(sink.subscribe(scripted.address(), handlers, LONG));
    EndpointReference endTo = next(scripted.subscribed).endTo();
    Operation<EmptyBody, EmptyBody> odd =
        Operation.oneWay(
            EventingOperations.SUBSCRIPTION_END_OPERATION.action(),
            EmptyBody.READER,
            (empty, out) -> {
              out.open(EventingNames.SUBSCRIPTION_END);
              endTo.write(EventingNames.SUBSCRIPTION_MANAGER, out);
              out.element(EventingNames.STATUS, "urn:odd").close(EventingNames.SUBSCRIPTION_END);
            });
    get(caller.call(URI.create(endTo.address()), odd, EmptyBody.EMPTY, LONG));
    assertThat(get(subscription.ended()))
        .isEqualTo(new SubscriptionEnd(Cause.SOURCE_CANCELLING, ""));
  }

  @Test
  void nothingIsReceivedAfterTheEnd() throws Exception {
    Subscription subscription = get(sink.subscribe(scripted.address(), handlers, LONG));
    URI own = URI.create(next(scripted.subscribed).notifyTo().address());
    get(caller.call(own, Sensor.ALARM.notification(), "fire", LONG));
    get(subscription.unsubscribe());
    next(scripted.unsubscribed);
    assertThat(failure(caller.call(own, Sensor.ALARM.notification(), "late", LONG)))
        .hasMessageContaining("404");
    assertThat(next(seen)).isEqualTo("alarm fire");
    assertThat(seen).isEmpty();
  }

  @Test
  void aClosedSinkUnsubscribesAndTakesNoMore() throws Exception {
    SourceUnderTest service = source();
    Subscription subscription = get(sink.subscribe(service.address(), handlers, LONG));
    get(sink.subscribe(scripted.address(), handlers, LONG));
    sink.close();
    next(scripted.unsubscribed);
    assertThat(get(subscription.ended()).cause()).isEqualTo(Cause.UNSUBSCRIBED);
    assertThatIllegalStateException()
        .isThrownBy(() -> sink.subscribe(service.address(), handlers, LONG));
  }

  @Test
  void whatCannotBeASubscriptionIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sink.subscribe(URI.create("urn:x"), handlers, LONG));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sink.subscribe(scripted.address(), handlers, Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> EventHandlers.builder().build());
  }

  @Test
  void eachSubscriptionHasASecretPathOfItsOwn() throws Exception {
    get(sink.subscribe(scripted.address(), handlers, LONG));
    get(sink.subscribe(scripted.address(), handlers, LONG));
    Subscribe first = next(scripted.subscribed);
    Subscribe second = next(scripted.subscribed);
    assertThat(first.notifyTo()).isNotEqualTo(second.notifyTo()).isEqualTo(first.endTo());
    assertThat(first.notifyTo().address())
        .matches("http://127\\.0\\.0\\.1:[0-9]+/events/[0-9a-f-]{36}");
    Ended forged = new Ended(first.notifyTo(), new SubscriptionEnd(Cause.SOURCE_SHUTTING_DOWN, ""));
    URI guessed = URI.create(first.notifyTo().address()).resolve("/events/guess");
    assertThat(
            failure(
                caller.call(guessed, EventingOperations.SUBSCRIPTION_END_OPERATION, forged, LONG)))
        .hasMessageContaining("404");
  }

  private SourceUnderTest source() throws Exception {
    SourceUnderTest service = new SourceUnderTest(loops, SourceUnderTest.PATIENT);
    opened.add(service);
    return service;
  }

  private static CallFailure failure(CompletionStage<?> call) {
    Throwable thrown = catchThrowable(() -> get(call));
    assertThat(thrown).hasCauseInstanceOf(CallFailure.class);
    return (CallFailure) thrown.getCause();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

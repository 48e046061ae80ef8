package dev.flotilla.dpws.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.DeviceExplorer;
import dev.flotilla.dpws.device.ThisDevice;
import dev.flotilla.dpws.device.ThisModel;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.eventing.EventHandlers;
import dev.flotilla.dpws.eventing.EventSink;
import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.eventing.EventSourceSettings;
import dev.flotilla.dpws.eventing.Sensor;
import dev.flotilla.dpws.eventing.Subscription;
import dev.flotilla.dpws.eventing.SubscriptionEnd;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.somda.sdc.dpws.client.DiscoveredDevice;
import org.somda.sdc.dpws.service.EventSinkAccess;
import org.somda.sdc.dpws.service.HostingServiceProxy;
import org.somda.sdc.dpws.soap.interception.Direction;
import org.somda.sdc.dpws.soap.interception.Interceptor;
import org.somda.sdc.dpws.soap.interception.MessageInterceptor;
import org.somda.sdc.dpws.soap.interception.NotificationObject;
import org.somda.sdc.dpws.soap.wseventing.SubscribeResult;
import org.somda.sdc.dpws.soap.wseventing.model.WsEventingStatus;
import org.w3c.dom.Element;

/** SDCri subscribes to the events of our devices, and we to those of SDCri's. */
@Tag("slow")
final class SdcriEventsTest {
  private static final String ALARM = Sensor.ALARM.action();
  private static final Duration PATIENCE = Await.limit();
  private static final EventSourceSettings PATIENT =
      EventSourceSettings.DEFAULT.withDeliveryTimeout(PATIENCE);
  @TempDir private static Path directory;
  private static SdcriPeer sdcri;

  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private EventLoops loops;
  private SoapCaller caller;
  private Discovery discovery;

  @BeforeAll
  static void startPeer() throws Exception {
    sdcri = new SdcriPeer(directory);
  }

  @AfterAll
  static void stopPeer() throws Exception {
    sdcri.close();
  }

  @BeforeEach
  void open() throws Exception {
    loops = EventLoops.start(2, "test");
    caller = new SoapCaller(loops, CallerOptions.DEFAULT);
    discovery = Discovery.open(DiscoverySettings.loopback().withMaxAnswerDelay(Duration.ZERO));
  }

  @AfterEach
  void close() {
    discovery.close();
    caller.close();
    loops.close();
    executor.shutdownNow();
  }

  /** Hears what SDCri is notified of; public, because SDCri calls it by reflection. */
  @SuppressWarnings("UnnecessaryQualifier") // SDCri finds its interceptors by such an annotation
  public final class Heard implements Interceptor {
    /** Takes the text of an event. */
    @MessageInterceptor(
        value = "http://example.com/Sensor/Alarm",
        direction = Direction.NOTIFICATION)
    public void alarm(NotificationObject event) {
      List<Object> body = event.getNotification().getOriginalEnvelope().getBody().getAny();
      Element element = (Element) body.get(0);
      seen.add(element.getLocalName() + " " + element.getTextContent());
    }
  }

  @Test
  void sdcriSubscribesToOurEventsAndRenewsAndUnsubscribes() throws Exception {
    EventSource source = EventSource.open(loops, PATIENT, Sensor.EVENTS);
    try (Device device = device(source)) {
      EventSinkAccess events = connect(device);
      Duration minute = Duration.ofMinutes(1);
      SubscribeResult result = get(events.subscribe(List.of(ALARM), minute, new Heard()));
      assertThat(result.getGrantedExpires()).isEqualTo(minute);
      source.publish(Sensor.TEMPERATURE, "21");
      for (int i = 0; i < 20; i++) {
        source.publish(Sensor.ALARM, "no " + i + " & <more>");
      }
      for (int i = 0; i < 20; i++) {
        assertThat(next()).isEqualTo("Alarm no " + i + " & <more>");
      }
      String id = result.getSubscriptionId();
      assertThat(get(events.renew(id, Duration.ofMinutes(10)))).isEqualTo(Duration.ofMinutes(10));
      assertThat(get(events.getStatus(id)))
          .isBetween(Duration.ofMinutes(8), Duration.ofMinutes(10));
      events.unsubscribe(id).get(Await.limitSeconds(), TimeUnit.SECONDS);
      assertThat(source.subscriptionCount()).isZero();
      source.publish(Sensor.ALARM, "late");
      assertThat(seen).isEmpty();
    } finally {
      source.close();
    }
  }

  @Test
  void sdcriHearsThatOurSourceShutsDown() throws Exception {
    BlockingQueue<WsEventingStatus> ends = sdcri.subscriptionEnds();
    EventSource source = EventSource.open(loops, PATIENT, Sensor.EVENTS);
    try (Device device = device(source)) {
      get(connect(device).subscribe(List.of(ALARM), Duration.ofMinutes(1), new Heard()));
      source.publish(Sensor.ALARM, "last");
      source.close();
      assertThat(next()).isEqualTo("Alarm last");
      assertThat(ends.poll(Await.limitSeconds(), TimeUnit.SECONDS))
          .isEqualTo(WsEventingStatus.STATUS_SOURCE_SHUTTING_DOWN);
    }
  }

  @Test
  void sdcriIsToldThatAnActionIsNotOffered() throws Exception {
    EventSource source = EventSource.open(loops, PATIENT, Sensor.EVENTS);
    try (Device device = device(source)) {
      EventSinkAccess events = connect(device);
      assertThatThrownBy(
              () -> get(events.subscribe(List.of("urn:x"), Duration.ofMinutes(1), new Heard())))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("no event of this service");
    } finally {
      source.close();
    }
  }

  @Test
  void weSubscribeToSdcrisEventsAndRenewAndUnsubscribe() throws Exception {
    String reference = "urn:uuid:" + UUID.randomUUID();
    SdcriPeer.EventingDevice foreign = sdcri.startEventingDevice(reference, Sensor.WSDL);
    EventSource none = EventSource.open(loops, PATIENT, Sensor.EVENTS);
    try (Device own = device(none);
        EventSink sink = own.eventSink("/events", caller, executor)) {
      URI service = serviceOf(reference);
      EventHandlers handlers = EventHandlers.builder().on(Sensor.ALARM, seen::add).build();
      Duration minute = Duration.ofMinutes(1);
      Subscription subscription = patiently(() -> sink.subscribe(service, handlers, minute));
      foreign.notify(Sensor.TEMPERATURE.action(), Sensor.TEMPERATURE_ELEMENT.name(), "21");
      for (int i = 0; i < 20; i++) {
        foreign.notify(ALARM, Sensor.ALARM_ELEMENT.name(), "no " + i);
      }
      for (int i = 0; i < 20; i++) {
        assertThat(next()).isEqualTo("no " + i);
      }
      assertThat(patiently(() -> subscription.renew())).isEqualTo(minute);
      assertThat(patiently(() -> subscription.status())).isBetween(Duration.ofSeconds(1), minute);
      patiently(() -> subscription.unsubscribe());
      assertThat(get(subscription.ended()).cause()).isEqualTo(SubscriptionEnd.Cause.UNSUBSCRIBED);

      Subscription second = patiently(() -> sink.subscribe(service, handlers, minute));
      foreign.stop();
      assertThat(get(second.ended()).cause()).isEqualTo(SubscriptionEnd.Cause.SOURCE_SHUTTING_DOWN);
      assertThat(seen).isEmpty();
    } finally {
      none.close();
    }
  }

  private URI serviceOf(String reference) throws Exception {
    Target target = get(discovery.resolve(reference, PATIENCE)).orElseThrow();
    return get(new DeviceExplorer(caller)
            .device(new EndpointReference(reference), target.xAddrs().get(0), PATIENCE))
        .hosted()
        .get(0)
        .addresses()
        .get(0);
  }

  private Device device(EventSource source) throws Exception {
    return Device.builder(UUID.randomUUID())
        .model(ThisModel.of("ACME", "Sensor 2000"))
        .device(new ThisDevice("The kitchen's sensor", "1.0", "4711"))
        .service(Sensor.hosted(source))
        .discovery(discovery)
        .eventLoops(loops)
        .start();
  }

  private static EventSinkAccess connect(Device device) throws Exception {
    DiscoveredDevice found = get(sdcri.client.resolve(device.target().endpointReference()));
    HostingServiceProxy proxy = get(sdcri.client.connect(found));
    assertThat(proxy.getHostedServices().get("Sensor").getType().getTypes())
        .containsExactly(Sensor.PORT_TYPE);
    return proxy.getHostedServices().get("Sensor").getEventSinkAccess();
  }

  private String next() throws InterruptedException {
    String next = seen.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    assertThat(next).as("an event within 60 s").isNotNull();
    return next;
  }

  /** Asks again if no answer came in the time of a sink, while the other side stood still. */
  private static <T> T patiently(Supplier<CompletionStage<T>> call) {
    return Await.present(
        () -> "an answer",
        () -> {
          try {
            return Optional.of(Await.result(call.get()));
          } catch (CallFailure e) {
            assertThat(e.kind()).isIn(CallFailure.Kind.TIMEOUT, CallFailure.Kind.NOT_SENT);
            return Optional.empty();
          }
        });
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  private static <T> T get(java.util.concurrent.Future<T> future) throws Exception {
    return future.get(Await.limitSeconds(), TimeUnit.SECONDS);
  }
}

package dev.flotilla.dpws.eventing;

import static dev.flotilla.dpws.eventing.SourceUnderTest.subscribeTo;
import static dev.flotilla.dpws.eventing.SourceUnderTest.subscribeWith;
import static dev.flotilla.dpws.eventing.SourceUnderTest.wse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventingMessages.Expires;
import dev.flotilla.dpws.eventing.EventingMessages.SubscribeResponse;
import dev.flotilla.dpws.eventing.SubscriptionEnd.Cause;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.ReferenceParameter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventSourceTest {
  private static final String TEMPERATURE = Sensor.TEMPERATURE.action();

  private final MovableTime time = new MovableTime();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private EventLoops loops;
  private ScriptedSink sink;

  @BeforeEach
  void open() throws Exception {
    loops = time.loops();
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
  void aSinkGetsTheEventsThatItsFilterNames() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    service.subscribe(subscribeWith(sink.reference(), "urn:other\n " + TEMPERATURE));
    service.source.publish(Sensor.ALARM, "fire");
    service.source.publish(Sensor.TEMPERATURE, "21 & <rising>");
    assertThat(sink.nextEvent()).isEqualTo("21 & <rising>");
    assertThat(sink.hasMore()).isFalse();
  }

  @Test
  void aSinkWithoutFilterGetsAllEvents() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    service.subscribe(subscribeTo(sink.reference()));
    service.source.publish(Sensor.ALARM, "fire");
    service.source.publish(Sensor.TEMPERATURE, "99");
    assertThat(sink.nextEvent()).isEqualTo("fire");
    assertThat(sink.nextEvent()).isEqualTo("99");
  }

  @Test
  void aFilterNamesActionsByPrefixOfWholeSegments() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    service.subscribe(subscribeWith(sink.reference(), "http://example.com/Sensor"));
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(sink.nextEvent()).isEqualTo("fire");
    assertThat(
            service.refusal(subscribeWith(sink.reference(), "http://example.com/Sens")).subcode())
        .isEqualTo(new javax.xml.namespace.QName(EventingNames.DPWS, "FilterActionNotSupported"));
  }

  @Test
  void everySinkGetsAllEventsInTheOrderOfPublication() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    List<ScriptedSink> sinks = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ScriptedSink each = new ScriptedSink(loops);
      opened.add(each);
      sinks.add(each);
      service.subscribe(subscribeTo(each.reference()));
    }
    for (int i = 0; i < 300; i++) {
      service.source.publish(i % 2 == 0 ? Sensor.ALARM : Sensor.TEMPERATURE, "no " + i);
    }
    for (ScriptedSink each : sinks) {
      for (int i = 0; i < 300; i++) {
        assertThat(each.nextEvent()).isEqualTo("no " + i);
      }
    }
  }

  @Test
  void anEventCarriesTheParametersOfItsSink() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    ReferenceParameter key =
        ReferenceParameter.of(Sensor.ALARM_ELEMENT.sibling("key"), "4711 & more");
    service.subscribe(subscribeTo(sink.reference(key)));
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(sink.next().exchange().header().parameters()).containsExactly(key);
  }

  @Test
  void theGrantedTimeIsAtMostTheMaximum() throws Exception {
    SourceUnderTest service =
        source(SourceUnderTest.PATIENT.withMaxExpiration(Duration.ofMinutes(10)));
    assertThat(granted(service, "PT1M30.5S")).isEqualTo("PT1M30.5S");
    for (String more : List.of("P1Y", "P99999999999999999999Y", "PT11M", "P1M", "P1DT1S")) {
      assertThat(granted(service, more)).as(more).isEqualTo("PT10M");
    }
    assertThat(granted(service, null)).isEqualTo("PT10M");
  }

  @Test
  void aTimeIsAnsweredByATime() throws Exception {
    SourceUnderTest service =
        source(SourceUnderTest.PATIENT.withMaxExpiration(Duration.ofMinutes(10)));
    Instant before = Instant.now();
    Instant soon = before.plusSeconds(300);
    assertThat(Instant.parse(granted(service, soon.toString()))).isEqualTo(soon);
    Instant latest = Instant.parse(granted(service, "2999-12-31T23:59:59+02:00"));
    assertThat(latest).isBetween(before.plusSeconds(600), Instant.now().plusSeconds(600));
    assertThat(Instant.parse(granted(service, "+999999999-12-31T23:59:59"))).isAfter(before);
  }

  @Test
  void anInvalidTimeIsRefused() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    for (String bad :
        List.of(
            "",
            "PT0S",
            "-PT1M",
            "2001-01-01T00:00:00Z",
            "soon",
            "P",
            "P1S",
            "PTXS",
            "1e9",
            "PT" + "9".repeat(100) + "S",
            "9999-99-99T99:99:99Z")) {
      assertThat(service.refusal(subscribeTo(sink.reference(), bad)).subcode())
          .as(bad)
          .isEqualTo(wse("InvalidExpirationTime"));
    }
    assertThat(service.source.subscriptionCount()).isZero();
  }

  @Test
  void aSubscriptionEndsWithItsTime() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    EndpointReference manager = service.subscribe(subscribeTo(sink.reference(), "PT10M")).manager();
    time.pass(Duration.ofMinutes(8));
    assertThat(service.source.subscriptionCount()).isEqualTo(1);
    time.pass(Duration.ofMinutes(2));
    assertThat(service.source.subscriptionCount()).isZero();
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(
            service
                .refusal(manager, EventingOperations.RENEW_OPERATION, new Expires("PT1M"))
                .subcode())
        .isEqualTo(wse("UnableToRenew"));
    assertThat(sink.hasMore()).isFalse();
  }

  @Test
  void aRenewedSubscriptionLastsLonger() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    EndpointReference manager = service.subscribe(subscribeTo(sink.reference(), "PT10M")).manager();
    time.pass(Duration.ofMinutes(8));
    assertThat(service.ask(manager, EventingOperations.RENEW_OPERATION, new Expires("PT20M")))
        .isEqualTo(new Expires("PT20M"));
    time.pass(Duration.ofMinutes(15));
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(sink.nextEvent()).isEqualTo("fire");
    Expires left = service.ask(manager, EventingOperations.GET_STATUS_OPERATION, EmptyBody.EMPTY);
    assertThat(Duration.parse(left.expires()))
        .isBetween(Duration.ofSeconds(1), Duration.ofMinutes(5));
    assertThat(
            service
                .refusal(manager, EventingOperations.RENEW_OPERATION, new Expires("-PT1S"))
                .subcode())
        .isEqualTo(wse("InvalidExpirationTime"));
    assertThat(service.source.subscriptionCount()).isEqualTo(1);
  }

  @Test
  void anUnsubscribedSinkGetsNothingMore() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    EndpointReference manager = service.subscribe(subscribeTo(sink.reference())).manager();
    service.ask(manager, EventingOperations.UNSUBSCRIBE_OPERATION, EmptyBody.EMPTY);
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(service.source.subscriptionCount()).isZero();
    assertThat(
            service
                .refusal(manager, EventingOperations.UNSUBSCRIBE_OPERATION, EmptyBody.EMPTY)
                .subcode())
        .isEqualTo(wse("InvalidMessage"));
    assertThat(
            service
                .refusal(manager, EventingOperations.GET_STATUS_OPERATION, EmptyBody.EMPTY)
                .subcode())
        .isEqualTo(wse("InvalidMessage"));
    assertThat(sink.hasMore()).isFalse();
  }

  @Test
  void aRequestWithoutIdentifierIsRefused() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    service.subscribe(subscribeTo(sink.reference()));
    assertThat(service.refusal(EventingOperations.UNSUBSCRIBE_OPERATION, EmptyBody.EMPTY).subcode())
        .isEqualTo(wse("InvalidMessage"));
    assertThat(service.source.subscriptionCount()).isEqualTo(1);
  }

  @Test
  void twoSubscriptionsHaveDifferentIdentifiers() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    SubscribeResponse first = service.subscribe(subscribeTo(sink.reference()));
    SubscribeResponse second = service.subscribe(subscribeTo(sink.reference()));
    assertThat(first.manager()).isNotEqualTo(second.manager());
    assertThat(first.manager().parameters().get(0).value()).startsWith("urn:uuid:");
  }

  @Test
  void aClosingSourceDeliversWhatWaitsAndSaysItIsShuttingDown() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    service.subscribe(subscribeTo(sink.reference()));
    for (int i = 0; i < 50; i++) {
      service.source.publish(Sensor.ALARM, "no " + i);
    }
    service.source.close();
    for (int i = 0; i < 50; i++) {
      assertThat(sink.nextEvent()).isEqualTo("no " + i);
    }
    assertThat(sink.nextEnd().cause()).isEqualTo(Cause.SOURCE_SHUTTING_DOWN);
    assertThat(service.refusal(subscribeTo(sink.reference())).subcode())
        .isEqualTo(wse("EventSourceUnableToProcess"));
    service.source.publish(Sensor.ALARM, "late");
    service.source.close();
    assertThat(sink.hasMore()).isFalse();
  }

  @Test
  void anEventThatNobodyCouldReadIsRejected() throws Exception {
    SourceUnderTest service = source(SourceUnderTest.PATIENT);
    service.subscribe(subscribeTo(sink.reference()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> service.source.publish(Sensor.ALARM, "\u0000"));
    EventType<String> other =
        new EventType<>("urn:other", Sensor.ALARM.reader(), Sensor.ALARM.writer());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> service.source.publish(other, "x"))
        .withMessageContaining("urn:other");
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(sink.nextEvent()).isEqualTo("fire");
  }

  private SourceUnderTest source(EventSourceSettings settings) throws Exception {
    SourceUnderTest service = new SourceUnderTest(loops, settings);
    opened.add(service);
    return service;
  }

  private String granted(SourceUnderTest service, String asked) throws Exception {
    SubscribeResponse response = service.subscribe(subscribeTo(sink.reference(), asked));
    service.ask(response.manager(), EventingOperations.UNSUBSCRIBE_OPERATION, EmptyBody.EMPTY);
    return response.expires();
  }
}

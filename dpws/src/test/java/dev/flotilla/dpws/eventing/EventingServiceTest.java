package dev.flotilla.dpws.eventing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.HostedService;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A hosted service has events if its WSDL declares an event source. */
class EventingServiceTest {
  private EventLoops loops;
  private EventSource events;

  @BeforeEach
  void open() {
    loops = EventLoops.start(1, "test");
    events = EventSource.open(loops, EventSourceSettings.DEFAULT, Sensor.EVENTS);
  }

  @AfterEach
  void close() {
    events.close();
    loops.close();
  }

  @Test
  void aServiceWhoseWsdlDescribesItsEventsIsBuilt() {
    assertThat(Sensor.hosted(events).serviceId()).isEqualTo("Sensor");
    String older = "http://www.w3.org/2006/05/addressing/wsdl";
    String wsdl = Sensor.WSDL.replace("http://www.w3.org/2007/05/addressing/metadata", older);
    assertThat(Sensor.service(events, wsdl.replace("=\"true\"", "='1'")).serviceId())
        .isEqualTo("Sensor");
  }

  @Test
  void aServiceWithoutWsdlHasNoEvents() {
    HostedService.Builder builder =
        HostedService.builder("Sensor").portType(Sensor.PORT_TYPE).events(events);
    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessageContaining("no WSDL that describes them");
    assertThatIllegalArgumentException().isThrownBy(() -> builder.events(events));
  }

  @Test
  void aWsdlThatDescribesNotAllEventsIsRefused() {
    String input = "<wsdl:input message=\"tns:Alarm\"/></wsdl:operation>\n  </wsdl:portType>";
    for (String wsdl :
        List.of(
            Sensor.WSDL.replace("wse:EventSource=\"true\"", ""),
            Sensor.WSDL.replace("wse:EventSource=\"true\"", "wse:EventSource=\"false\""),
            Sensor.WSDL.replace("http://example.com/Sensor/Alarm", "urn:other"),
            Sensor.WSDL.replaceAll("</wsdl:operation>\\s*</wsdl:portType>", input))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Sensor.service(events, wsdl))
          .withMessageContaining("no notification with the action http://example.com/Sensor/Alarm");
    }
  }

  @Test
  void aWsdlThatIsNoneIsRefused() {
    for (String wsdl : List.of("", "<a", "<a/>", "<!DOCTYPE a><a/>")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Sensor.service(events, wsdl))
          .withMessageContaining("the WSDL cannot be read");
    }
  }

  @Test
  void aSourceHasEachActionOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                EventSource.open(
                    loops, EventSourceSettings.DEFAULT, List.of(Sensor.ALARM, Sensor.ALARM)))
        .withMessageContaining("two types of events");
  }
}

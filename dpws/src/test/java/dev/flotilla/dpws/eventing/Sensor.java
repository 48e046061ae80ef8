package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.namespace.QName;

/** A service with two types of events, for tests. */
public final class Sensor {
  public static final String NAMESPACE = "urn:test:sensor";
  public static final QName PORT_TYPE = new QName(NAMESPACE, "Sensor");
  public static final XmlElement TEMPERATURE_ELEMENT = XmlElement.of(NAMESPACE, "t", "Temperature");
  public static final XmlElement ALARM_ELEMENT = TEMPERATURE_ELEMENT.sibling("Alarm");
  public static final EventType<String> TEMPERATURE =
      type("http://example.com/Sensor/Temperature", TEMPERATURE_ELEMENT);
  public static final EventType<String> ALARM =
      type("http://example.com/Sensor/Alarm", ALARM_ELEMENT);
  public static final List<EventType<?>> EVENTS = List.of(TEMPERATURE, ALARM);

  /** As the WSDL of an event source is in DPWS 1.1. */
  public static final String WSDL =
      """
      <wsdl:definitions targetNamespace="urn:test:sensor" xmlns:tns="urn:test:sensor"
          xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
          xmlns:xs="http://www.w3.org/2001/XMLSchema"
          xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
          xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"
          xmlns:wse="http://schemas.xmlsoap.org/ws/2004/08/eventing">
        <wsdl:types>
          <xs:schema targetNamespace="urn:test:sensor" elementFormDefault="qualified">
            <xs:element name="Temperature" type="xs:string"/>
            <xs:element name="Alarm" type="xs:string"/>
          </xs:schema>
        </wsdl:types>
        <wsdl:message name="Temperature">
          <wsdl:part name="event" element="tns:Temperature"/>
        </wsdl:message>
        <wsdl:message name="Alarm">
          <wsdl:part name="event" element="tns:Alarm"/>
        </wsdl:message>
        <wsdl:portType name="Sensor" wse:EventSource="true">
          <wsdl:operation name="Temperature">
            <wsdl:output message="tns:Temperature"
                wsam:Action="http://example.com/Sensor/Temperature"/>
          </wsdl:operation>
          <wsdl:operation name="Alarm">
            <wsdl:output message="tns:Alarm" wsam:Action="http://example.com/Sensor/Alarm"/>
          </wsdl:operation>
        </wsdl:portType>
        <wsdl:binding name="Sensor" type="tns:Sensor">
          <soap12:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
          <wsdl:operation name="Temperature">
            <wsdl:output><soap12:body use="literal"/></wsdl:output>
          </wsdl:operation>
          <wsdl:operation name="Alarm">
            <wsdl:output><soap12:body use="literal"/></wsdl:output>
          </wsdl:operation>
        </wsdl:binding>
        <wsdl:service name="Sensor">
          <wsdl:port name="Sensor" binding="tns:Sensor">
            <soap12:address location="{service-address}"/>
          </wsdl:port>
        </wsdl:service>
      </wsdl:definitions>
      """;

  private Sensor() {}

  /** The service at the path {@code /Sensor}. */
  public static HostedService hosted(EventSource events) {
    return service(events, WSDL);
  }

  static HostedService service(EventSource events, String wsdl) {
    return HostedService.builder("Sensor")
        .portType(PORT_TYPE)
        .events(events)
        .wsdl(
            "sensor.wsdl", HttpResource.of(HttpResource.XML, wsdl.getBytes(StandardCharsets.UTF_8)))
        .build();
  }

  private static EventType<String> type(String action, XmlElement element) {
    return new EventType<>(
        action, in -> read(element, in), (text, out) -> out.element(element, text));
  }

  private static String read(XmlElement element, XmlReader in) throws XmlException {
    in.expect(element);
    return in.text();
  }
}

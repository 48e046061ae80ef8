package dev.flotilla.gateway.agent;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.discovery.ScopeRule;
import dev.flotilla.dpws.eventing.EventType;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.gateway.backend.LoadReport;
import javax.xml.namespace.QName;

/** The names by which agents are found, and their reports as XML. */
final class ReportCodec {
  static final String SERVICE = "LoadReports";
  static final String NAMESPACE = "urn:flotilla:gateway:2026";
  static final QName DEVICE_TYPE = new QName(NAMESPACE, "WebServerAgent", "g");
  static final QName PORT_TYPE = new QName(NAMESPACE, "LoadReports", "g");

  private static final XmlElement REPORT = element("Report");
  private static final XmlField<String> SERVER = XmlField.token(element("Server"));
  private static final XmlField<Boolean> ALIVE = XmlField.truth(element("Alive"));
  private static final XmlField<Long> CPU = XmlField.number(element("CpuPerMille"));
  private static final XmlField<Long> USED = XmlField.number(element("UsedMemoryBytes"));
  private static final XmlField<Long> FREE = XmlField.number(element("FreeMemoryBytes"));
  private static final XmlField<Long> REQUESTS = XmlField.number(element("Requests"));

  /** The reports of an agent. */
  static final EventType<WebServerReport> TYPE =
      new EventType<>(NAMESPACE + "/Report", ReportCodec::read, ReportCodec::write);

  private ReportCodec() {}

  /**
   * The scope of the agents of a farm.
   *
   * @throws IllegalArgumentException if the name is not of the form of group names
   */
  static String scope(String farm) {
    if (!farm.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "not the name of a farm: '%s'; use 1 to 64 of letters, digits, dot, - and _"
              .formatted(farm));
    }
    return NAMESPACE + ":farm:" + farm;
  }

  /** Asks for the agents of a farm. */
  static Probe probe(String farm) {
    return Probe.anything().ofType(DEVICE_TYPE).inScope(ScopeRule.STRCMP_0, scope(farm));
  }

  static void write(WebServerReport report, XmlWriter out) {
    out.open(REPORT);
    out.element(element("Server"), report.server().toString());
    out.element(element("Alive"), Boolean.toString(report.isAlive()));
    out.element(element("CpuPerMille"), report.load().cpuPerMille());
    out.element(element("UsedMemoryBytes"), report.load().usedMemoryBytes());
    out.element(element("FreeMemoryBytes"), report.load().freeMemoryBytes());
    out.element(element("Requests"), report.load().requests());
    out.close(REPORT);
  }

  static WebServerReport read(XmlReader in) throws XmlException {
    in.expect(REPORT);
    XmlFields read = XmlFields.read(in, SERVER, ALIVE, CPU, USED, FREE, REQUESTS);
    try {
      return new WebServerReport(
          HostPort.parse(read.require(SERVER)),
          read.require(ALIVE),
          new LoadReport(
              Math.toIntExact(read.require(CPU)),
              read.require(USED),
              read.require(FREE),
              read.require(REQUESTS)));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new XmlException("an invalid report: " + e.getMessage(), e);
    }
  }

  private static XmlElement element(String localName) {
    return XmlElement.of(NAMESPACE, "g", localName);
  }
}

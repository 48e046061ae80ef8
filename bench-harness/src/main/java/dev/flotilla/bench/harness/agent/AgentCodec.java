package dev.flotilla.bench.harness.agent;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.dpws.xml.XmlWriter;
import java.util.List;
import java.util.UUID;

/** Reads and writes the messages of an agent. */
final class AgentCodec {
  private static final XmlElement REQUEST = element("AgentRequest");
  private static final XmlElement REPORT = element("ProcessReport");
  private static final XmlField<String> SECRET = XmlField.token(element("Secret"));
  private static final XmlField<String> MANAGER = XmlField.token(element("Manager"));
  private static final XmlField<String> SYSTEM = XmlField.token(element("System"));
  private static final XmlField<String> ROLE = XmlField.token(element("Role"));
  private static final XmlField<Long> NUMBER = XmlField.number(element("Number"));
  private static final XmlField<Long> SERVERS = XmlField.number(element("Servers"));
  private static final XmlField<List<String>> JVM_OPTIONS =
      XmlField.list(element("JvmOption"), XmlReader::trimmedText);
  private static final XmlField<Boolean> ALIVE = XmlField.truth(element("Alive"));
  private static final XmlField<Long> CPU_MILLIS = XmlField.number(element("CpuMillis"));
  private static final XmlField<String> LOG = XmlField.text(element("Log"));
  private static final XmlField<String> LOG_TAIL = XmlField.text(element("LogTail"));

  private AgentCodec() {}

  static void writeStart(StartRequest request, XmlWriter out) {
    out.open(REQUEST);
    writeContent(request.caller(), out);
    writeContent(request.process(), out);
    out.element(element("Servers"), request.servers());
    request.jvmOptions().forEach(option -> out.element(element("JvmOption"), option));
    out.close(REQUEST);
  }

  static StartRequest readStart(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(in, SECRET, MANAGER, SYSTEM, ROLE, NUMBER, SERVERS, JVM_OPTIONS);
    return new StartRequest(
        caller(read), process(read), number(read.require(SERVERS)), read.all(JVM_OPTIONS));
  }

  static void writeProcess(ProcessRequest request, XmlWriter out) {
    out.open(REQUEST);
    writeContent(request.caller(), out);
    writeContent(request.process(), out);
    out.close(REQUEST);
  }

  static ProcessRequest readProcess(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, SECRET, MANAGER, SYSTEM, ROLE, NUMBER);
    return new ProcessRequest(caller(read), process(read));
  }

  static void writeRenewal(Caller caller, XmlWriter out) {
    out.open(REQUEST);
    writeContent(caller, out);
    out.close(REQUEST);
  }

  static Caller readCaller(XmlReader in) throws XmlException {
    return caller(XmlFields.read(in, SECRET, MANAGER));
  }

  static void writeReport(ProcessReport report, XmlWriter out) {
    out.open(REPORT);
    out.element(element("Alive"), report.alive());
    out.element(element("CpuMillis"), report.cpuMillis());
    out.element(element("Log"), XmlText.carriable(report.log()));
    out.element(element("LogTail"), XmlText.carriable(report.logTail()));
    out.close(REPORT);
  }

  static ProcessReport readReport(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, ALIVE, CPU_MILLIS, LOG, LOG_TAIL);
    return new ProcessReport(
        read.require(ALIVE), read.require(CPU_MILLIS), read.require(LOG), read.require(LOG_TAIL));
  }

  private static void writeContent(Caller caller, XmlWriter out) {
    out.element(element("Secret"), caller.secret());
    out.element(element("Manager"), caller.manager().toString());
  }

  private static void writeContent(ProcessName process, XmlWriter out) {
    out.element(element("System"), process.system());
    out.element(element("Role"), process.role());
    out.element(element("Number"), process.number());
  }

  private static Caller caller(XmlFields read) throws XmlException {
    return new Caller(read.require(SECRET), UUID.fromString(read.require(MANAGER)));
  }

  private static ProcessName process(XmlFields read) throws XmlException {
    return new ProcessName(read.require(SYSTEM), read.require(ROLE), number(read.require(NUMBER)));
  }

  private static int number(long wide) {
    return (int) Math.max(-1, Math.min(wide, Integer.MAX_VALUE));
  }

  private static XmlElement element(String localName) {
    return XmlElement.of(AgentNames.NAMESPACE, AgentNames.PREFIX, localName);
  }
}

package dev.flotilla.bench.harness.management;

import dev.flotilla.dpws.eventing.EventType;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.dpws.xml.XmlWriter;
import java.util.List;
import javax.xml.namespace.QName;

/** The ManagementService of 2014: its names, its operations and their messages. Immutable. */
final class ManagementOperations {
  static final String NAMESPACE = "http://gsd.di.uminho.pt/ws/2014/01/management";
  static final String PREFIX = "m";

  /** The id of the service, and its path. */
  static final String SERVICE = "ManagementService";

  static final QName PORT_TYPE = new QName(NAMESPACE, "ManagementPortType", PREFIX);

  static final int MAX_PARAMETERS = 16;
  static final int MAX_FILE_NAME_CHARS = 128;

  private static final XmlElement ALL_PARAMETERS = element("SetParameters");
  private static final XmlElement PARAMETER = element("Parameter");
  private static final XmlElement NAME = element("Name");
  private static final XmlElement VALUE = element("Value");
  private static final XmlElement ALL_ENDPOINTS = element("NewMembership");
  private static final XmlElement ENDPOINT = element("Endpoint");
  private static final XmlElement FILE_NAME = element("Filename");
  private static final XmlElement STATISTICS = element("GotStats");

  private static final XmlField<String> NAME_FIELD = XmlField.token(NAME);
  private static final XmlField<String> VALUE_FIELD = XmlField.text(VALUE);
  private static final XmlField<List<Parameter>> PARAMETERS =
      XmlField.list(PARAMETER, ManagementOperations::parameter);
  private static final XmlField<List<String>> ENDPOINTS =
      XmlField.list(ENDPOINT, XmlReader::trimmedText);

  /** How a message is read and written. */
  private record Message<T>(BodyReader<T> reader, BodyWriter<T> writer) {}

  private static final Message<EmptyBody> NOTHING =
      new Message<>(EmptyBody.READER, EmptyBody.WRITER);

  static final Operation<List<Parameter>, EmptyBody> SET_PARAMETERS =
      answered(
          "SetParameters",
          message(
              ALL_PARAMETERS,
              in -> requireFew(XmlFields.read(in, PARAMETERS).all(PARAMETERS)),
              ManagementOperations::writeParameters),
          mark("ParametersSet"));

  static final Operation<ServerAddresses, EmptyBody> SET_MEMBERSHIP =
      answered(
          "SetMembership",
          message(
              ALL_ENDPOINTS,
              in -> ServerAddresses.parse(XmlFields.read(in, ENDPOINTS).all(ENDPOINTS)),
              ManagementOperations::writeMembership),
          mark("MembershipSet"));

  static final Operation<EmptyBody, String> GET_STATS =
      answered(
          "GetStats",
          NOTHING,
          message(
              STATISTICS,
              XmlReader::text,
              BodyWriter.measured(
                  (text, out) -> out.element(STATISTICS, XmlText.carriable(text)),
                  String::length)));

  static final Operation<EmptyBody, String> GET_ENDPOINT =
      answered(
          "GetEndpoint",
          NOTHING,
          message(ENDPOINT, XmlReader::trimmedText, (name, out) -> out.element(ENDPOINT, name)));

  static final Operation<EmptyBody, EmptyBody> START = oneWay("Start", mark("Start"));

  static final Operation<EmptyBody, EmptyBody> STOP = oneWay("Stop", mark("Stop"));

  static final Operation<EmptyBody, EmptyBody> START_DISSEMINATION =
      oneWay("StartDissemination", NOTHING);

  static final Operation<String, EmptyBody> WRITE_STATS =
      oneWay(
          "WriteStats",
          message(
              FILE_NAME,
              in -> requireShort(in.trimmedText()),
              (name, out) -> out.element(FILE_NAME, name)));

  /** A client has executed, or given up, its last command. */
  static final EventType<EmptyBody> END_DISSEMINATION =
      new EventType<>(
          action("EndDissemination"), EmptyBody.READER, mark("EndDissemination").writer());

  private ManagementOperations() {}

  /** The WS-Addressing action of an operation or event. */
  static String action(String operation) {
    return NAMESPACE + "/" + PORT_TYPE.getLocalPart() + "/" + operation;
  }

  private static <Q, A> Operation<Q, A> answered(
      String name, Message<Q> request, Message<A> answer) {
    return new Operation<>(
        action(name),
        action(name) + "Response",
        request.reader(),
        request.writer(),
        answer.reader(),
        answer.writer());
  }

  private static <Q> Operation<Q, EmptyBody> oneWay(String name, Message<Q> message) {
    return Operation.oneWay(action(name), message.reader(), message.writer());
  }

  /** An element without content. */
  private static Message<EmptyBody> mark(String name) {
    XmlElement element = element(name);
    return new Message<>(EmptyBody.READER, (nothing, out) -> out.open(element).close(element));
  }

  /** Values reject what they cannot be; on the wire that is the sender's mistake. */
  private static <T> Message<T> message(
      XmlElement element, XmlField.Content<T> content, BodyWriter<T> writer) {
    return new Message<>(
        in -> {
          in.expect(element);
          try {
            return content.read(in);
          } catch (IllegalArgumentException e) {
            throw new XmlException(String.valueOf(e.getMessage()), e);
          }
        },
        writer);
  }

  private static Parameter parameter(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, NAME_FIELD, VALUE_FIELD);
    return new Parameter(read.require(NAME_FIELD), read.require(VALUE_FIELD));
  }

  private static void writeParameters(List<Parameter> parameters, XmlWriter out) {
    out.open(ALL_PARAMETERS);
    for (Parameter parameter : parameters) {
      out.open(PARAMETER);
      out.element(NAME, parameter.name()).element(VALUE, parameter.value());
      out.close(PARAMETER);
    }
    out.close(ALL_PARAMETERS);
  }

  private static void writeMembership(ServerAddresses servers, XmlWriter out) {
    out.open(ALL_ENDPOINTS);
    servers.all().forEach(server -> out.element(ENDPOINT, server.toString()));
    out.close(ALL_ENDPOINTS);
  }

  private static List<Parameter> requireFew(List<Parameter> parameters) {
    if (parameters.size() > MAX_PARAMETERS) {
      throw new IllegalArgumentException(
          "the message has %s parameters; at most %s are accepted"
              .formatted(parameters.size(), MAX_PARAMETERS));
    }
    return List.copyOf(parameters);
  }

  private static String requireShort(String fileName) {
    if (fileName.length() > MAX_FILE_NAME_CHARS) {
      throw new IllegalArgumentException(
          "the file name has %s characters; at most %s are accepted"
              .formatted(fileName.length(), MAX_FILE_NAME_CHARS));
    }
    return fileName;
  }

  private static XmlElement element(String name) {
    return XmlElement.of(NAMESPACE, PREFIX, name);
  }
}

package dev.flotilla.bench.harness.management;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.dpws.xml.XmlWriter;
import java.util.List;

/** Reads and writes the messages of 2014. Stateless; any thread. */
final class ManagementCodec {
  static final int MAX_PARAMETERS = 16;
  static final int MAX_FILE_NAME_CHARS = 128;

  private static final XmlElement SET_PARAMETERS = element("SetParameters");
  private static final XmlElement PARAMETER = element("Parameter");
  private static final XmlElement NAME = element("Name");
  private static final XmlElement VALUE = element("Value");
  private static final XmlElement NEW_MEMBERSHIP = element("NewMembership");
  private static final XmlElement ENDPOINT = element("Endpoint");
  private static final XmlElement FILE_NAME = element("Filename");
  private static final XmlElement GOT_STATS = element("GotStats");

  private static final XmlField<String> NAME_FIELD = XmlField.token(NAME);
  private static final XmlField<String> VALUE_FIELD = XmlField.text(VALUE);
  private static final XmlField<List<Parameter>> PARAMETERS =
      XmlField.list(PARAMETER, ManagementCodec::readParameter);
  private static final XmlField<List<String>> ENDPOINTS =
      XmlField.list(ENDPOINT, XmlReader::trimmedText);

  private ManagementCodec() {}

  static List<Parameter> readParameters(XmlReader in) throws XmlException {
    in.expect(SET_PARAMETERS);
    List<Parameter> all = XmlFields.read(in, PARAMETERS).all(PARAMETERS);
    if (all.size() > MAX_PARAMETERS) {
      throw new XmlException(
          "the message has %s parameters; at most %s are accepted"
              .formatted(all.size(), MAX_PARAMETERS));
    }
    return List.copyOf(all);
  }

  private static Parameter readParameter(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, NAME_FIELD, VALUE_FIELD);
    return new Parameter(read.require(NAME_FIELD), read.require(VALUE_FIELD));
  }

  static void writeParameters(List<Parameter> parameters, XmlWriter out) {
    out.open(SET_PARAMETERS);
    for (Parameter parameter : parameters) {
      out.open(PARAMETER);
      out.element(NAME, parameter.name());
      out.element(VALUE, parameter.value());
      out.close(PARAMETER);
    }
    out.close(SET_PARAMETERS);
  }

  static ServerAddresses readMembership(XmlReader in) throws XmlException {
    in.expect(NEW_MEMBERSHIP);
    return ServerAddresses.parse(XmlFields.read(in, ENDPOINTS).all(ENDPOINTS));
  }

  static void writeMembership(ServerAddresses servers, XmlWriter out) {
    out.open(NEW_MEMBERSHIP);
    servers.all().forEach(server -> out.element(ENDPOINT, server.toString()));
    out.close(NEW_MEMBERSHIP);
  }

  static String readFileName(XmlReader in) throws XmlException {
    in.expect(FILE_NAME);
    String name = in.trimmedText();
    if (name.length() > MAX_FILE_NAME_CHARS) {
      throw new XmlException(
          "the file name has %s characters; at most %s are accepted"
              .formatted(name.length(), MAX_FILE_NAME_CHARS));
    }
    return name;
  }

  static void writeFileName(String name, XmlWriter out) {
    out.element(FILE_NAME, name);
  }

  static String readStats(XmlReader in) throws XmlException {
    in.expect(GOT_STATS);
    return in.text();
  }

  static void writeStats(String stats, XmlWriter out) {
    out.element(GOT_STATS, XmlText.carriable(stats));
  }

  static String readEndpoint(XmlReader in) throws XmlException {
    in.expect(ENDPOINT);
    return in.trimmedText();
  }

  static void writeEndpoint(String endpoint, XmlWriter out) {
    out.element(ENDPOINT, endpoint);
  }

  /** Writes an element without content. */
  static BodyWriter<EmptyBody> mark(String name) {
    XmlElement element = element(name);
    return (nothing, out) -> out.open(element).close(element);
  }

  /** Values reject what they cannot be; on the wire that is the sender's mistake. */
  static <T> BodyReader<T> guarded(BodyReader<T> reader) {
    return in -> {
      try {
        return reader.read(in);
      } catch (IllegalArgumentException e) {
        throw new XmlException(String.valueOf(e.getMessage()), e);
      }
    };
  }

  private static XmlElement element(String name) {
    return XmlElement.of(ManagementNames.NAMESPACE, ManagementNames.PREFIX, name);
  }
}

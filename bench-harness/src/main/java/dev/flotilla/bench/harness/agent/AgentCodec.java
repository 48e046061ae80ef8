package dev.flotilla.bench.harness.agent;

import com.google.gson.Gson;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlWriter;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Reads and writes the messages of an agent: one element with JSON in Base64. */
final class AgentCodec {
  private static final XmlElement MESSAGE =
      XmlElement.of(AgentNames.NAMESPACE, AgentNames.PREFIX, "Message");
  private static final Gson GSON = new Gson();

  private AgentCodec() {}

  static void write(Object value, XmlWriter out) {
    out.base64(MESSAGE, GSON.toJson(value).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads messages; rejects one that is not of the type, or whose values the type rejects.
   *
   * @param name what a message is, for the exception
   */
  static <T> BodyReader<T> reader(Type type, String name) {
    return in -> {
      in.expect(MESSAGE);
      String json = new String(in.base64(), StandardCharsets.UTF_8);
      try {
        T parsed = GSON.fromJson(json, type);
        return Objects.requireNonNull(parsed, "nothing");
      } catch (RuntimeException e) { // of Gson, or of a record that rejects its values
        Throwable cause = e.getCause() == null ? e : e.getCause();
        throw new XmlException("not a " + name + ": " + cause.getMessage(), e);
      }
    };
  }
}

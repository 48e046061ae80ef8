package dev.flotilla.bench.harness.agent;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Reads and writes the messages of an agent: XML around, and JSON, in Base64, as the content. */
final class AgentCodec {
  private static final XmlElement MESSAGE = element("SealedMessage");
  private static final XmlField<String> MANAGER = XmlField.token(element("Manager"));
  private static final XmlField<String> NONCE = XmlField.token(element("Nonce"));
  private static final XmlField<Long> SEQUENCE = XmlField.number(element("Sequence"));
  private static final XmlField<byte[]> CONTENT =
      XmlField.of(element("Content"), XmlReader::base64);
  private static final XmlField<String> SEAL = XmlField.token(element("Seal"));

  private static final String VALUE = "value";
  private static final String REFUSED = "refused";
  private static final Gson GSON = new Gson();

  private AgentCodec() {}

  static void write(SealedMessage message, XmlWriter out) {
    out.open(MESSAGE);
    out.element(element("Manager"), message.manager().toString());
    out.element(element("Nonce"), message.nonce());
    out.element(element("Sequence"), message.sequence());
    out.base64(element("Content"), message.content().getBytes(StandardCharsets.UTF_8));
    out.element(element("Seal"), message.seal());
    out.close(MESSAGE);
  }

  static SealedMessage read(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, MANAGER, NONCE, SEQUENCE, CONTENT, SEAL);
    try {
      return new SealedMessage(
          UUID.fromString(read.require(MANAGER)),
          read.require(NONCE),
          read.require(SEQUENCE),
          new String(read.require(CONTENT), StandardCharsets.UTF_8),
          read.require(SEAL));
    } catch (IllegalArgumentException e) {
      throw new XmlException("the manager's id is no UUID", e);
    }
  }

  static String json(Object value) {
    return GSON.toJson(value);
  }

  /**
   * What a genuine message says.
   *
   * @throws IOException if it is not of that type, or the type rejects its values
   */
  static <T> T parse(String json, Class<T> type) throws IOException {
    try {
      T parsed = GSON.fromJson(json, type);
      if (parsed != null) {
        return parsed;
      }
    } catch (RuntimeException e) { // of Gson, or of a record that rejects its values
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException("not a " + type.getSimpleName() + ": " + cause.getMessage(), e);
    }
    throw new IOException("not a " + type.getSimpleName() + ": nothing");
  }

  static String answer(Object value) {
    return GSON.toJson(answered(VALUE, GSON.toJsonTree(value)));
  }

  static String refusal(String reason) {
    return GSON.toJson(answered(REFUSED, GSON.toJsonTree(reason)));
  }

  /**
   * What a genuine answer says.
   *
   * @throws AgentRefusedException if the agent refuses, with its reason
   * @throws IOException if it is not of that type
   */
  static <A> A parseAnswer(String json, Class<A> type) throws IOException {
    JsonObject answer = parse(json, JsonObject.class);
    if (answer.has(REFUSED)) {
      throw new AgentRefusedException(answer.get(REFUSED).getAsString());
    }
    return parse(String.valueOf(answer.get(VALUE)), type);
  }

  private static JsonObject answered(String name, JsonElement content) {
    JsonObject answer = new JsonObject();
    answer.add(name, content);
    return answer;
  }

  private static XmlElement element(String localName) {
    return XmlElement.of(AgentNames.NAMESPACE, AgentNames.PREFIX, localName);
  }
}

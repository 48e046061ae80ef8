package dev.flotilla.bench.harness.management;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What a manager of 2014 writes, as it was seen on the network. */
final class Messages2014 {
  private Messages2014() {}

  /** A file beside the tests, or one that the service serves. */
  static String resource(String name) {
    try (InputStream in = Messages2014.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An envelope as the manager writes it, for an action and with this body. */
  static String envelope(String action, String to, String body) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
        + "<s12:Envelope xmlns:dpws=\"http://docs.oasis-open.org/ws-dd/ns/dpws/2009/01\""
        + " xmlns:s12=\"http://www.w3.org/2003/05/soap-envelope\""
        + " xmlns:wsa=\"http://www.w3.org/2005/08/addressing\"><s12:Header><wsa:Action>"
        + action
        + "</wsa:Action><wsa:MessageID>urn:uuid:a3af7680-e802-11f1-bffc-818d0e9f5e3c"
        + "</wsa:MessageID><wsa:To>"
        + to
        + "</wsa:To></s12:Header>"
        + (body.isEmpty() ? "<s12:Body />" : "<s12:Body>" + body.strip() + "</s12:Body>")
        + "</s12:Envelope>";
  }

  /** Reads a body. */
  static <T> T read(BodyReader<T> reader, String body) throws Exception {
    byte[] envelope = envelope("urn:a", "urn:b", body).getBytes(StandardCharsets.UTF_8);
    return SoapReader.open(XmlReader.of(envelope, 0, envelope.length, XmlLimits.DEFAULT))
        .body(reader);
  }
}

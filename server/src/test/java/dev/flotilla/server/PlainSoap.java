package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** SOAP by the JDK's HTTP client and XML parser, and by envelopes put together as text. */
final class PlainSoap {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private PlainSoap() {}

  static HttpResponse<String> post(URI address, String envelope) throws Exception {
    return send(
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/soap+xml; charset=utf-8")
            .POST(HttpRequest.BodyPublishers.ofString(envelope)));
  }

  static HttpResponse<String> get(URI address) throws Exception {
    return send(HttpRequest.newBuilder(address).GET());
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(
        request.timeout(Await.limit()).build(), HttpResponse.BodyHandlers.ofString());
  }

  /** A request of RAFT_Service. */
  static String request(String action, URI to, String body) {
    return "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
        + " xmlns:a='http://www.w3.org/2005/08/addressing'><s:Header><a:Action>"
        + action
        + "</a:Action><a:MessageID>urn:uuid:"
        + UUID.randomUUID()
        + "</a:MessageID><a:To>"
        + to
        + "</a:To></s:Header><s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  /** A request to execute a command that nobody has sent before. */
  static String insert(URI to, String command) {
    return request(
        RaftNames.RAFT + "/RAFT_Service/InsertCommand",
        to,
        "<InsertCommandRequest xmlns='"
            + RaftNames.RAFT
            + "'><uid>urn:uuid:"
            + UUID.randomUUID()
            + "</uid><command>"
            + command
            + "</command><parameters/></InsertCommandRequest>");
  }

  /** What a client of 2014 sent, to the byte. */
  static String captured2014() throws IOException {
    try (InputStream in = PlainSoap.class.getResourceAsStream("insert-command-2014.xml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The fields of the InsertCommandResponse in an envelope. */
  static Map<String, String> fields(String envelope) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    NodeList responses =
        factory
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(envelope)))
            .getElementsByTagNameNS(RaftNames.RAFT, "InsertCommandResponse");
    assertThat(responses.getLength()).as(envelope).isEqualTo(1);
    Map<String, String> fields = new LinkedHashMap<>();
    NodeList children = responses.item(0).getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      if (children.item(i) instanceof Element field) {
        fields.put(field.getLocalName(), field.getTextContent());
      }
    }
    return fields;
  }
}

package dev.flotilla.dpws.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapConnection;
import dev.flotilla.dpws.soap.Note;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.testing.Await;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests and answers on one connection that are like the ones before. */
class TemplatesOverHttpTest {
  private static final String TO = "http://127.0.0.1/notes";

  private final Note.Reader requestReader = new Note.Reader();
  private final Note.Reader answerReader = new Note.Reader();
  private final Note.Body requestBody = new Note.Body();
  private final Note.Body answerBody = new Note.Body();
  private final Operation<Note, Note> operation =
      new Operation<>(
          Note.ACTION,
          Note.ACTION + "Response",
          requestReader,
          requestBody.templated,
          answerReader,
          answerBody.templated);

  private EventLoops loops;
  private HttpEndpoint endpoint;
  private RawClient client;

  @BeforeEach
  void open() throws IOException {
    loops = EventLoops.start(1, "test");
    endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), RawClient.PATIENT);
    SoapService notes =
        SoapService.builder()
            .operation(operation, (note, exchange) -> exchange.answer(note))
            .build();
    endpoint.serve("/notes", notes);
    endpoint.serve("/others", notes);
    client = new RawClient(endpoint.address());
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    endpoint.close();
    loops.close();
  }

  @Test
  void answersRequestsThatAreAlikeWithoutTheParser() throws Exception {
    URI address = URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/notes");
    try (SoapConnection connection =
        SoapConnection.open(loops, address, CallerOptions.DEFAULT.withConnections(1, 8))) {
      Await.until(() -> "connected", connection::isUp);
      for (int i = 0; i < 10; i++) {
        Note note = Note.of("memo", i, "note " + i);
        assertThat(Await.result(connection.call(operation, note, Await.limit()))).isEqualTo(note);
      }
    }
    assertThat(requestReader.count).as("requests parsed").hasValue(1);
    assertThat(answerReader.count).as("answers parsed").hasValue(1);
  }

  @Test
  void relatesEachAnswerToItsRequest() throws IOException {
    for (int i = 0; i < 3; i++) {
      assertThat(post("/notes", "urn:uuid:" + i, i).body())
          .contains("<wsa:RelatesTo>urn:uuid:" + i + "</wsa:RelatesTo>", ">" + i + "<");
    }
    assertThat(requestReader.count).hasValue(1);
  }

  @Test
  void refusesTheSameEnvelopeOnAnotherPath() throws IOException {
    post("/notes", "urn:uuid:1", 1);

    RawClient.Response refusal = post("/others", "urn:uuid:2", 2);
    assertThat(refusal.body()).contains("DestinationUnreachable", "urn:uuid:2");
  }

  @Test
  void refusesTheSameEnvelopeWithTheActionOfAnother() throws IOException {
    post("/notes", "urn:uuid:1", 1);

    String envelope = envelope("urn:uuid:2", 2);
    client.send(
        "POST /notes HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/soap+xml;"
            + " action=\"urn:other\"\r\nContent-Length: "
            + envelope.length()
            + "\r\n\r\n"
            + envelope);
    assertThat(client.read().body()).contains("ActionMismatch", "urn:uuid:2");
  }

  private RawClient.Response post(String path, String id, int number) throws IOException {
    return client.post(path, envelope(id, number)).read();
  }

  private String envelope(String id, int number) {
    ByteBuf out = Unpooled.buffer();
    SoapHeader header = SoapHeader.request(Note.ACTION, id, TO);
    SoapWriter.write(out, header, requestBody.templated, Note.of("memo", number, "text"));
    return out.toString(StandardCharsets.UTF_8);
  }
}

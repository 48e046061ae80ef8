package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server answers to nonsense, and that it goes on. */
class BadRequestsTest {
  private static final int HUGE_BYTES = 20_000_000;

  @TempDir private Path root;
  private TestServers servers;
  private URI address;

  @BeforeEach
  void prepare() {
    servers = new TestServers(root);
    servers.startGroup(1);
    address = servers.leader().device.address();
  }

  @AfterEach
  void stop() {
    InsertCommandResponse next = servers.insert("after", "x");
    servers.close();
    assertThat(next.success()).as("the next command").isTrue();
  }

  @Test
  void aDocumentTypeIsAFault() {
    HttpResponse<String> response =
        Http.post(address, "<!DOCTYPE a [<!ENTITY b 'c'>]>" + envelope("urn:a", "<a>&b;</a>"));

    assertThat(response.statusCode()).isIn(400, 500);
    assertThat(response.body()).contains("Fault");
  }

  @Test
  void anUnknownActionIsAFaultThatNamesIt() {
    HttpResponse<String> response = Http.post(address, envelope("urn:unknown:action", "<a/>"));

    assertThat(response.statusCode()).isIn(400, 500);
    assertThat(response.body()).contains("ActionNotSupported", "urn:unknown:action");
  }

  @Test
  void aCommandWithoutAUidIsAFaultThatNamesTheField() {
    HttpResponse<String> response =
        Http.post(
            address,
            envelope(
                "http://di.uminho.pt/ws/2014/01/raft/RAFT_Service/InsertCommand",
                "<InsertCommandRequest xmlns='http://di.uminho.pt/ws/2014/01/raft'>"
                    + "<command>x</command><parameters/></InsertCommandRequest>"));

    assertThat(response.statusCode()).isIn(400, 500);
    assertThat(response.body()).contains("Fault", "uid");
  }

  @Test
  void anEnvelopeOf20MegabytesIsRefusedBeforeItIsThere() throws IOException {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout((int) Await.limitMillis());
      OutputStream out = socket.getOutputStream();
      String head =
          "POST /RAFT_Service HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/soap+xml\r\n"
              + "Content-Length: "
              + HUGE_BYTES
              + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.flush();

      byte[] start = socket.getInputStream().readNBytes(12);
      assertThat(new String(start, StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 4");
    }
  }

  private String envelope(String action, String body) {
    return "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
        + " xmlns:a='http://www.w3.org/2005/08/addressing'><s:Header><a:Action>"
        + action
        + "</a:Action><a:MessageID>urn:uuid:6ef1ce20-e56e-11f1-bf55-b7634a0c860d</a:MessageID><a:To>"
        + address
        + "</a:To></s:Header><s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }
}

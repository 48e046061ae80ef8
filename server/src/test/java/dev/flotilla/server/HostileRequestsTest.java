package dev.flotilla.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server with 64 MiB of heap makes of bad requests: an answer, and nothing else. */
@Tag("slow")
class HostileRequestsTest {
  private static final int HUGE_BYTES = 20 << 20;

  /** More than the heap of the server would hold. */
  private static final int HUGE_REQUESTS = 4;

  private static final int LARGEST_BYTES = 8 << 20;
  private static final int SLOW_UPLOADS = 30;
  private static final int SLOW_PIECES = 64;

  private static final int LARGE_COMMAND_CHARS = 1_000_000;
  private static final int SLOW_READERS = 50;
  private static final int READS_EACH = 4;
  private static final int LARGE_UPLOADS = 16;

  @TempDir private static Path directory;
  private static Cluster cluster;
  private static URI server;

  @BeforeAll
  static void start() throws Exception {
    cluster = Cluster.found(directory, 1);
    server = cluster.servers().get(0).address();
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void theSameServerExecutesTheNextCommand() throws Exception {
    HttpResponse<String> answer = PlainSoap.post(server, PlainSoap.insert(server, "next"));
    assertThat(PlainSoap.fields(answer.body())).containsEntry("success", "true");
    assertThat(ServerProcess.logOf(cluster.anyDirectory()))
        .content()
        .doesNotContain("OutOfMemory")
        .doesNotContain("Exception");
  }

  @Test
  void aDocumentTypeIsAFault() throws Exception {
    String type = "<!DOCTYPE e [<!ENTITY x 'y'>]>";
    assertFault(PlainSoap.post(server, type + PlainSoap.insert(server, "&x;")), "Sender");
    assertFault(PlainSoap.post(server, type + PlainSoap.insert(server, "x")), "Sender");
  }

  @Test
  void truncatedXmlIsAFault() throws Exception {
    String whole = PlainSoap.insert(server, "x");
    for (int end : List.of(0, 1, whole.indexOf("<s:Body>"), whole.length() - 1)) {
      assertFault(PlainSoap.post(server, whole.substring(0, end)), "Sender");
    }
  }

  @Test
  void anUnknownActionIsAFaultThatSaysSo() throws Exception {
    String action = RaftNames.RAFT + "/RAFT_Service/DropEverything";
    HttpResponse<String> answer =
        PlainSoap.post(
            server, PlainSoap.request(action, server, "<Drop xmlns='" + RaftNames.RAFT + "'/>"));
    assertFault(answer, "Sender");
    assertThat(answer.body()).contains("ActionNotSupported", action);
  }

  @Test
  void whatIsNotThereIsNotFound() throws Exception {
    assertThat(PlainSoap.get(server.resolve("/garbage?x=%00")).statusCode()).isEqualTo(404);
    assertThat(PlainSoap.get(server.resolve("/../../etc/passwd")).statusCode()).isEqualTo(404);
    assertThat(PlainSoap.post(server.resolve("/garbage"), "<x/>").statusCode()).isEqualTo(404);
  }

  @Test
  void whatIsNotHttpIsABadRequest() throws Exception {
    byte[] garbage = "\0\1\2 garbage\r\n\r\n".getBytes(US_ASCII);
    assertThat(answerTo(socket -> socket.getOutputStream().write(garbage)))
        .startsWith("HTTP/1.1 400 ");
  }

  @Test
  void anEnvelopeOfTwentyMegabytesIsTooLargeHoweverItComes() throws Exception {
    for (String framing : List.of("Content-Length: " + HUGE_BYTES, "Transfer-Encoding: chunked")) {
      Await.until(
          () -> "a request that is whole in time",
          () -> {
            List<String> answers = answersToHuge(framing);
            assertThat(answers)
                .allMatch(it -> isLate(it) || String.valueOf(it).startsWith("HTTP/1.1 413 "));
            return answers.stream().noneMatch(HostileRequestsTest::isLate);
          });
    }
  }

  private static List<@Nullable String> answersToHuge(String framing) throws IOException {
    List<Socket> sockets = new ArrayList<>();
    List<@Nullable String> answers = new ArrayList<>();
    try {
      for (int i = 0; i < HUGE_REQUESTS; i++) {
        sockets.add(connect());
        sendHuge(sockets.get(i), framing);
      }
      for (Socket socket : sockets) {
        answers.add(statusLine(socket));
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
    return answers;
  }

  @Test
  @Tag("full")
  void commandsAreExecutedWhileThirtyUploadsFillWhatRequestsMayTake() throws Exception {
    List<Socket> uploads = new ArrayList<>();
    try {
      for (int i = 0; i < SLOW_UPLOADS; i++) {
        uploads.add(connect());
        sendHead(uploads.get(i), "Content-Length: " + LARGEST_BYTES);
      }
      List<Socket> going = new ArrayList<>(uploads);
      byte[] piece = new byte[LARGEST_BYTES / SLOW_PIECES];
      // All but the last piece: none of them ever becomes a request.
      for (int i = 1; i < SLOW_PIECES; i++) {
        for (Socket upload : List.copyOf(going)) {
          if (upload.getInputStream().available() > 0) {
            going.remove(upload);
            assertThat(statusLine(upload)).startsWith("HTTP/1.1 503 ");
          } else {
            upload.getOutputStream().write(piece);
          }
        }
        HttpResponse<String> answer = PlainSoap.post(server, PlainSoap.insert(server, "small"));
        assertThat(PlainSoap.fields(answer.body())).containsEntry("success", "true");
      }
      assertThat(going).isNotEmpty().hasSizeLessThan(SLOW_UPLOADS);
    } finally {
      for (Socket upload : uploads) {
        upload.close();
      }
    }
  }

  @Test
  @Tag("full")
  void slowReadersAndManyBytesAtOnceLeaveRoomForACommand() throws Exception {
    HttpResponse<String> answer =
        PlainSoap.post(server, PlainSoap.insert(server, "x".repeat(LARGE_COMMAND_CHARS)));
    assertThat(PlainSoap.fields(answer.body())).containsEntry("success", "true");
    String last =
        PlainSoap.request(
            RaftNames.RAFT + "/RAFT_Service/Read",
            server,
            "<ReadRequest xmlns='" + RaftNames.RAFT + "'/>");
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < SLOW_READERS; i++) {
        Socket reader = new Socket();
        sockets.add(reader);
        reader.setReceiveBufferSize(4 << 10);
        reader.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        for (int j = 0; j < READS_EACH; j++) {
          sendHead(reader, "Content-Length: " + last.length());
          reader.getOutputStream().write(last.getBytes(US_ASCII));
        }
      }
      for (int i = 0; i < LARGE_UPLOADS; i++) {
        Socket upload = connect();
        sockets.add(upload);
        sendHead(upload, "Content-Length: " + (1 << 20));
        sendUnlessRefused(upload, new byte[(1 << 20) - 1]);
      }
      HttpResponse<String> good = PlainSoap.post(server, PlainSoap.insert(server, "good"));
      assertThat(PlainSoap.fields(good.body())).containsEntry("success", "true");
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void bytesThatAreNoTextAreAFaultAndNoCommand() throws Exception {
    String command = "bad" + UUID.randomUUID();
    for (int pad : List.of(0, 3_000_000)) {
      for (int i = 0; i < 5; i++) {
        String envelope = PlainSoap.insert(server, command + "\u00F4\u0090\u0080\u0080");
        byte[] body = (envelope + " ".repeat(pad)).getBytes(ISO_8859_1);
        String answer =
            answerTo(
                socket -> {
                  sendHead(socket, "Content-Length: " + body.length);
                  socket.getOutputStream().write(body);
                });
        assertThat(answer).startsWith("HTTP/1.1 400 ");
      }
    }
  }

  private interface Sending {
    void by(Socket socket) throws IOException;
  }

  /** The status line; asks again if this machine stood still for longer than a request may take. */
  private static String answerTo(Sending request) {
    return Await.present(
        () -> "a request that is whole in time",
        () -> {
          try (Socket socket = connect()) {
            request.by(socket);
            return Optional.ofNullable(statusLine(socket)).filter(it -> !isLate(it));
          }
        });
  }

  private static boolean isLate(@Nullable String statusLine) {
    return statusLine == null || statusLine.startsWith("HTTP/1.1 408 ");
  }

  private static void sendUnlessRefused(Socket socket, byte[] bytes) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*"); // Answered 503 already.
    }
  }

  private static void assertFault(HttpResponse<String> answer, String code) {
    assertThat(answer.statusCode()).isIn(400, 500);
    assertThat(answer.body()).contains("Fault", code);
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket(server.getHost(), server.getPort());
    socket.setSoTimeout((int) Await.limitMillis());
    return socket;
  }

  /** Sends as much as the server takes: it may have answered, and hung up, long before the end. */
  private static void sendHuge(Socket socket, String framing) throws IOException {
    byte[] piece = new byte[1 << 16];
    Arrays.fill(piece, (byte) ' ');
    boolean isChunked = framing.contains("chunked");
    sendHead(socket, framing);
    try {
      for (int sent = 0; sent < HUGE_BYTES; sent += piece.length) {
        if (isChunked) {
          socket.getOutputStream().write("10000\r\n".getBytes(US_ASCII));
        }
        socket.getOutputStream().write(piece);
        if (isChunked) {
          socket.getOutputStream().write("\r\n".getBytes(US_ASCII));
        }
      }
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
    }
  }

  private static void sendHead(Socket socket, String framing) throws IOException {
    socket
        .getOutputStream()
        .write(
            "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/soap+xml\r\n%s\r\n\r\n"
                .formatted(server.getPath(), framing)
                .getBytes(US_ASCII));
  }

  private static @Nullable String statusLine(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
  }
}

package dev.flotilla.dpws.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.Channels;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The bytes of one connection to an endpoint, through the decoder and the connection of production.
 * The first byte says how they are cut into reads.
 */
public final class EndpointFuzz {
  private static final int MAX_BUFFERED_BYTES = 2 << 20;
  private static final HttpLimits LIMITS =
      HttpLimits.DEFAULT
          .withMaxEnvelopeBytes(64 << 10)
          .withMaxBufferedBytes(MAX_BUFFERED_BYTES)
          .withConnections(10, 4);
  private static final HttpResource DOCUMENT = HttpResource.of(HttpResource.XML, new byte[0]);
  private static final String REASON = "<s12:Text xml:lang=\"en\">";
  private static final List<String> FAULTS_OF_OURS =
      List.of(
          "the request cannot be read",
          "the request could not be handled",
          "the answer cannot be written");

  private final ByteBudget requests = new ByteBudget(MAX_BUFFERED_BYTES);
  private final ByteBudget answers = new ByteBudget(MAX_BUFFERED_BYTES);
  private final List<Exchange<String>> held = new ArrayList<>();
  private final EmbeddedSocket socket = new EmbeddedSocket();

  private EndpointFuzz() {}

  /** Called by the fuzzer, and for each known input in a build. */
  public static void fuzzerTestOneInput(byte[] input) throws XmlException {
    if (input.length > 0) {
      new EndpointFuzz().converse(input);
    }
  }

  /** Requests of our own caller, alone and one behind the other, and the other ways of HTTP. */
  public static Stream<byte[]> seeds() {
    String echo = RawClient.echo("urn:id:1", "text");
    String held = RawClient.echo("urn:id:2", "h\u00e9ld");
    String get = "GET /doc HTTP/1.1\r\nHost: localhost\r\n\r\n";
    return Stream.of(
            post("/echo", echo, ""),
            post("/held", held, ""),
            post("/echo", echo, "") + post("/held", held, "") + post("/echo", echo, "") + get,
            post("/echo", echo, "Expect: 100-continue\r\n"),
            post("/echo", echo, "SOAPAction: \"" + Echo.ACTION + "\"\r\n"),
            post("/echo", echo, "Connection: close\r\n") + get,
            post("/none", "x".repeat(9_000), ""),
            chunked(echo, 100),
            chunked(echo, 7) + get,
            get,
            get.replace("GET", "HEAD"),
            get.replace("1.1", "1.0"))
        .flatMap(text -> Stream.of("\0" + text, "\7" + text).map(cut -> cut.getBytes(UTF_8)));
  }

  private void converse(byte[] input) throws XmlException {
    Routes routes = new Routes();
    routes.add("/echo", Echo.service());
    routes.add(
        "/held",
        SoapService.builder()
            .operation(Echo.OPERATION, (text, exchange) -> hold(text, exchange))
            .build());
    routes.add("/doc", reachedAt -> DOCUMENT);
    EndpointConnection connection =
        new EndpointConnection(
            new SharedByConnections(
                routes, LIMITS, requests, answers, new ConnectionTable(10), System::nanoTime),
            socket);
    socket.pipeline().addLast(connection);
    socket.pipeline().fireChannelActive();
    socket.arrive(input, 1, input[0]);
    answerHeld();
    requireWellFormed(socket.sent());
    Channels.close(socket);
    socket.runPendingTasks();
    require(socket.sent().length == 0, "something was sent on a closed connection");
    require(requests.takenBytes() == 0, requests.takenBytes() + " bytes of requests are kept");
    require(answers.takenBytes() == 0, answers.takenBytes() + " bytes of answers are kept");
    require(socket.bufferBytes() == 0, socket.bufferBytes() + " bytes of buffers are kept");
  }

  private void hold(String text, Exchange<String> exchange) {
    require(XmlText.isCarriable(text), "a text was accepted that XML cannot carry");
    held.add(exchange);
  }

  /** The last first, as long as answers lead to more requests. */
  private void answerHeld() {
    while (!held.isEmpty()) {
      held.remove(held.size() - 1).answer("late");
      socket.runPendingTasks();
    }
  }

  /** Whether what was sent is a row of whole responses of HTTP/1.1, each envelope well-formed. */
  private static void requireWellFormed(byte[] sent) throws XmlException {
    String text = new String(sent, ISO_8859_1);
    int at = 0;
    while (at < text.length()) {
      require(text.startsWith("HTTP/1.1 ", at), "no response at " + at + " of " + text);
      int end = text.indexOf("\r\n\r\n", at);
      require(end > 0, "a head without an end at " + at + " of " + text);
      String head = text.substring(at, end).toLowerCase(Locale.ROOT);
      int length = lengthIn(head);
      require(end + 4 + length <= sent.length, "a response is cut off: " + text);
      if (head.contains("application/soap+xml")) {
        requireEnvelope(sent, end + 4, length);
      }
      at = end + 4 + length;
    }
  }

  private static int lengthIn(String head) {
    int at = head.indexOf("\r\ncontent-length:");
    if (at < 0) {
      require(head.startsWith("http/1.1 100"), "no length: " + head);
      return 0;
    }
    return Integer.parseInt(head.substring(at + 17).lines().findFirst().orElse("").strip());
  }

  private static void requireEnvelope(byte[] sent, int offset, int length) throws XmlException {
    String envelope = new String(sent, offset, length, UTF_8);
    FAULTS_OF_OURS.forEach(it -> require(!envelope.contains(REASON + it), envelope));
    XmlReader.of(sent, offset, length, XmlLimits.DEFAULT).finish();
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static String post(String path, String envelope, String fields) {
    return head(path, fields + "Content-Length: " + envelope.getBytes(UTF_8).length) + envelope;
  }

  private static String head(String path, String fields) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Type: application/soap+xml; charset=utf-8\r\n"
        + fields
        + "\r\n\r\n";
  }

  private static String chunked(String envelope, int bytes) {
    StringBuilder request = new StringBuilder(head("/echo", "Transfer-Encoding: chunked"));
    for (int at = 0; at < envelope.length(); at += bytes) {
      String chunk = envelope.substring(at, Math.min(envelope.length(), at + bytes));
      request.append(Integer.toHexString(chunk.length())).append("\r\n");
      request.append(chunk).append("\r\n");
    }
    return request.append("0\r\n\r\n").toString();
  }
}

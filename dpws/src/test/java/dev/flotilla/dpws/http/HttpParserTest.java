package dev.flotilla.dpws.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HttpParserTest {
  private static final String HOST = "Host: x\r\n";

  @Test
  void messagesAreTheSameHoweverTheirBytesArrive() throws HttpException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String stream =
        "POST /a?q=1 HTTP/1.1\r\nHost: x\r\ncontent-LENGTH:   5 \r\nContent-Type: A/B; c=d\r\n\r\nhello"
            + "\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n"
            + "POST http://h:1/c HTTP/1.1\nTransfer-Encoding: CHUNKED\n\n5\r\nhello\r\n1;ext=1\r\n \r\n"
            + "05\r\nworld\r\n0\r\nTrailer: t\r\n\r\n"
            + "POST /d HTTP/1.0\r\nContent-Length: 0\r\nConnection: keep-alive, x\r\n\r\n";
    for (int round = 0; round < 500; round++) {
      assertThat(parsed(HttpParser.Kind.REQUESTS, stream, random))
          .as("seed %d", seed)
          .containsExactly(
              "POST /a a/b true hello",
              "GET /b  true ",
              "POST /c  true hello world",
              "POST /d  true ");
    }
  }

  @Test
  void responsesAreRead() throws HttpException {
    String stream =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
            + "HTTP/1.1 202 \r\nContent-Length: 0\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"
            + "HTTP/1.0 200 OK\r\n\r\nuntil the end";
    HttpParser parser = new HttpParser(HttpParser.Kind.RESPONSES, 512, 100);
    parser.feed(Unpooled.copiedBuffer(stream, ISO_8859_1));
    List<String> seen = new ArrayList<>();
    while (parser.next()) {
      seen.add(parser.head().status() + " " + body(parser));
    }
    assertThat(parser.endOfInput()).isTrue();
    seen.add(parser.head().status() + " " + body(parser));

    assertThat(seen).containsExactly("200 hi", "202 ", "204 ", "200 until the end");
  }

  @Test
  void aLengthThatCanBeReadInTwoWaysIsRefused() {
    assertRefused(400, "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n");
    assertRefused(400, "Content-Length: 3\r\nContent-Length: 4\r\n\r\n");
    assertRefused(400, "Content-Length: 3, 3\r\n\r\n");
    assertRefused(400, "Content-Length: +3\r\n\r\n");
    assertRefused(400, "Content-Length: -1\r\n\r\n");
    assertRefused(400, "Content-Length: 9999999999999999999\r\n\r\n");
    assertRefused(400, "Content-Length:\r\n\r\n");
    assertRefused(400, "Content-Length : 3\r\n\r\n");
    assertRefused(400, "X: a\r\n Content-Length: 3\r\n\r\n");
    assertRefused(400, "X: a\u0000b\r\n\r\n");
    assertRefused(501, "Transfer-Encoding: gzip, chunked\r\n\r\n");
    assertRefused(501, "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n");
  }

  @Test
  void chunksThatLieAreRefused() {
    String chunked = "Transfer-Encoding: chunked\r\n\r\n";
    assertRefused(400, chunked + "x\r\n");
    assertRefused(400, chunked + "\r\n");
    assertRefused(400, chunked + "2\r\nabc\r\n");
    assertRefused(400, chunked + "00000000001\r\n");
    assertRefused(413, chunked + "65\r\n");
    assertRefused(413, chunked + "40\r\n" + "a".repeat(64) + "\r\n40\r\n");
    assertRefused(431, chunked + "1;" + "e".repeat(600));
    assertRefused(400, chunked + ("1;" + "e".repeat(100) + "\r\na\r\n").repeat(20));
  }

  @Test
  void whatIsTooLargeIsRefusedBeforeItIsThere() {
    assertRefused(413, "Content-Length: 101\r\n\r\n");
    assertRefused(431, "X: " + "y".repeat(600));
    assertRefused(431, "X: y\r\n".repeat(100));
  }

  @Test
  void whatIsNotHttpIsRefused() {
    for (String garbage :
        List.of(
            "\u0016\u0003\u0001\u0002\u0000\n",
            "hello\n",
            " GET / HTTP/1.1\n",
            "GET /\n",
            "GET  HTTP/1.1\n")) {
      assertThatThrownBy(() -> parsed(HttpParser.Kind.REQUESTS, garbage, new Random(1)))
          .as(garbage)
          .isInstanceOf(HttpException.class);
    }
    assertThatThrownBy(
            () -> parsed(HttpParser.Kind.REQUESTS, "GET / HTTP/2.0\r\n\r\n", new Random(1)))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(505));
  }

  private static void assertRefused(int status, String fieldsAndBody) {
    String request = "POST / HTTP/1.1\r\n" + HOST + fieldsAndBody;
    assertThatThrownBy(() -> parsed(HttpParser.Kind.REQUESTS, request, new Random(1)))
        .as(fieldsAndBody)
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(status));
  }

  private static List<String> parsed(HttpParser.Kind kind, String stream, Random random)
      throws HttpException {
    HttpParser parser = new HttpParser(kind, 512, 100);
    byte[] bytes = stream.getBytes(ISO_8859_1);
    List<String> messages = new ArrayList<>();
    int at = 0;
    while (at < bytes.length) {
      int length = Math.min(bytes.length - at, 1 + random.nextInt(random.nextBoolean() ? 3 : 90));
      parser.feed(Unpooled.wrappedBuffer(bytes, at, length));
      at += length;
      while (parser.next()) {
        HttpHead head = parser.head();
        messages.add(
            String.join(
                " ",
                head.method(),
                head.path(),
                head.mediaType(),
                Boolean.toString(head.keepsAlive()),
                body(parser)));
      }
    }
    assertThat(parser.isInsideMessage()).isFalse();
    return messages;
  }

  private static String body(HttpParser parser) {
    return new String(parser.bytes(), parser.bodyOffset(), parser.bodyLength(), ISO_8859_1);
  }
}

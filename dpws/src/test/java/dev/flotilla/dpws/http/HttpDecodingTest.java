package dev.flotilla.dpws.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.http.message.MessageInput;
import dev.flotilla.dpws.http.message.MessageInput.Step;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HttpDecodingTest {
  private static final String HOST = "Host: x\r\n";

  @Test
  void messagesAreTheSameHoweverTheirBytesArrive() throws HttpException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String stream =
        "POST /a?q=1 HTTP/1.1\r\nHost: x\r\ncontent-LENGTH:   5 \r\nContent-Type: Application/SOAP+xml ; c=d\r\n\r\nhello"
            + "\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n"
            + "POST http://h:1/c HTTP/1.1\r\nTransfer-Encoding: CHUNKED\r\n\r\n5\r\nhello\r\n1;ext=1\r\n \r\n"
            + "05\r\nworld\r\n0\r\nTrailer: t\r\n\r\n"
            + "POST /d HTTP/1.0\r\nContent-Length: 0\r\nConnection: keep-alive, x\r\n\r\n";
    for (int round = 0; round < 500; round++) {
      assertThat(parsed(stream, random))
          .as("seed %d", seed)
          .containsExactly(
              "POST /a true true hello",
              "GET /b false true ",
              "POST /c false true hello world",
              "POST /d false true ");
    }
  }

  @Test
  void onlyWhatIsAskedForIsRead() throws HttpException {
    MessageInput<RequestHead> input = input(new RequestDecoder(512, 100));
    input.receive(Unpooled.copiedBuffer("GET / HTTP/1.1\r\n\r\n".repeat(3), ISO_8859_1));
    for (int read = 1; read <= 3; read++) {
      assertThat(input.next()).isEqualTo(Step.MESSAGE);
      input.keep();
      assertThat(input.isInsideMessage()).isEqualTo(read < 3);
    }
    assertThat(input.next()).isEqualTo(Step.STARVED);
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
    assertRefused(400, "Content-Length: 3\n\r\n");
    assertRefused(400, "Content-Length: 3\r\nContent-Length: 3\r\n\r\n");
    assertRefused(400, "X: a\rContent-Length: 3\r\n\r\n");
    assertRefused(400, "X: a\u0000b\r\n\r\n");
    assertRefused(501, "Transfer-Encoding: gzip, chunked\r\n\r\n");
    assertRefused(400, "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n");
    assertRefused(400, "Transfer-Encoding: chunked, gzip\r\n\r\n");
    assertRefused(400, "Transfer-Encoding: identity\r\n\r\n");
    assertRefused("HTTP/1.0", 400, "Transfer-Encoding: chunked\r\n\r\n");
  }

  @Test
  void aFoldedLineIsPartOfTheFieldBeforeIt() throws Exception {
    // One of the two readings that RFC 9112, 5.2 allows: never a field of its own.
    assertThat(
            parsed(
                "POST / HTTP/1.1\r\nX: a\r\n Content-Length: 3\r\n\r\nGET /b HTTP/1.1\r\n\r\n",
                new Random(1)))
        .containsExactly("POST / false true ", "GET /b false true ");
  }

  @Test
  void chunksThatLieAreRefused() {
    String chunked = "Transfer-Encoding: chunked\r\n\r\n";
    assertRefused(400, chunked + "x\r\n");
    assertRefused(400, chunked + "\r\n");
    assertRefused(400, chunked + "2\r\nabc\r\n");
    assertRefused(400, chunked + "2\r\nab\n1\r\n");
    assertRefused(400, chunked + "100000001\r\n");
    assertRefused(413, chunked + "65\r\n" + "a".repeat(101));
    assertRefused(413, chunked + "40\r\n" + "a".repeat(64) + "\r\n40\r\n" + "a".repeat(37));
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
      assertThatThrownBy(() -> parsed(garbage, new Random(1)))
          .as(garbage)
          .isInstanceOf(HttpException.class);
    }
    assertThatThrownBy(() -> parsed("GET / HTTP/2.0\r\n\r\n", new Random(1)))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(505));
  }

  private static void assertRefused(int status, String fieldsAndBody) {
    assertRefused("HTTP/1.1", status, fieldsAndBody);
  }

  private static void assertRefused(String version, int status, String fieldsAndBody) {
    String request = "POST / " + version + "\r\n" + HOST + fieldsAndBody;
    assertThatThrownBy(() -> parsed(request, new Random(1)))
        .as(fieldsAndBody)
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(status));
  }

  private static List<String> parsed(String stream, Random random) throws HttpException {
    MessageInput<RequestHead> input = input(new RequestDecoder(512, 100));
    List<String> seen = new ArrayList<>();
    byte[] bytes = stream.getBytes(ISO_8859_1);
    int at = 0;
    while (at < bytes.length) {
      int length = Math.min(bytes.length - at, 1 + random.nextInt(random.nextBoolean() ? 3 : 90));
      input.receive(Unpooled.copiedBuffer(bytes, at, length));
      at += length;
      Step step;
      while ((step = input.next()) != Step.STARVED) {
        if (step == Step.MESSAGE) {
          seen.add(words(input));
        }
      }
      input.keep();
    }
    assertThat(input.isInsideMessage()).isFalse();
    return seen;
  }

  private static MessageInput<RequestHead> input(RequestDecoder decoder) {
    return new MessageInput<>(
        decoder,
        head -> RequestHead.of((HttpRequest) head),
        new MessageBody(100, new ByteBudget(1 << 20)),
        512);
  }

  private static String words(MessageInput<RequestHead> input) {
    RequestHead head = input.head();
    MessageBody body = input.body();
    return String.join(
        " ",
        head.request.method().name(),
        head.path,
        Boolean.toString(head.isXml),
        Boolean.toString(head.end == HttpEnd.KEEP_OPEN),
        new String(body.array(), body.offset(), body.length(), ISO_8859_1));
  }
}

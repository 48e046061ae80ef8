package dev.flotilla.dpws.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.http.RequestDecoder.Demand;
import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.MessageCollector;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
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
  void responsesAreRead() throws HttpException {
    String stream =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
            + "HTTP/1.1 202 \r\nContent-Length: 0\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"
            + "HTTP/1.0 200 OK\r\n\r\nuntil the end";
    List<String> seen = new ArrayList<>();
    EmbeddedChannel channel =
        new EmbeddedChannel(new HttpResponseDecoder(MessageCollector.strict(512)));
    channel.writeInbound(Unpooled.copiedBuffer(stream, ISO_8859_1));
    channel.finish();
    MessageCollector collector = new MessageCollector(100, new ByteBudget(1 << 20));
    HttpObject part;
    while ((part = channel.readInbound()) != null) {
      if (collector.add(part)) {
        seen.add(((HttpResponse) collector.head()).status().code() + " " + body(collector));
      }
      ReferenceCountUtil.release(part);
    }

    assertThat(seen).containsExactly("100 ", "200 hi", "202 ", "204 ", "200 until the end");
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

  @Test
  void bytesThatNobodyWantsYetAreKept() {
    String stream = "GET / HTTP/1.1\r\n\r\n".repeat(3);
    int[] wanted = {1};
    List<String> seen = new ArrayList<>();
    RequestDecoder decoder =
        new RequestDecoder(
            512,
            100,
            () -> seen.size() < wanted[0] ? Demand.DECODE : Demand.KEEP,
            System::nanoTime);
    EmbeddedChannel channel =
        new EmbeddedChannel(
            decoder,
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object part) {
                if (part instanceof LastHttpContent) {
                  seen.add("request");
                }
              }
            });
    channel.writeInbound(Unpooled.copiedBuffer(stream, ISO_8859_1));
    for (; wanted[0] <= 3; wanted[0]++) {
      channel.writeInbound(Unpooled.EMPTY_BUFFER);
      assertThat(seen).hasSize(wanted[0]);
      assertThat(decoder.isInsideMessage()).isEqualTo(wanted[0] < 3);
    }
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
    RequestDecoder decoder = new RequestDecoder(512, 100, () -> Demand.DECODE, System::nanoTime);
    Messages messages = new Messages();
    EmbeddedChannel channel = new EmbeddedChannel(decoder, messages);
    byte[] bytes = stream.getBytes(ISO_8859_1);
    int at = 0;
    while (at < bytes.length) {
      int length = Math.min(bytes.length - at, 1 + random.nextInt(random.nextBoolean() ? 3 : 90));
      channel.writeInbound(Unpooled.copiedBuffer(bytes, at, length));
      at += length;
      if (messages.refusal != null) {
        throw messages.refusal;
      }
    }
    assertThat(decoder.isInsideMessage()).isFalse();
    return messages.seen;
  }

  private static String body(MessageCollector collector) {
    return new String(collector.body(), 0, collector.bodyLength(), ISO_8859_1);
  }

  /** The messages of a connection, up to the one that is refused. */
  private static final class Messages extends ChannelInboundHandlerAdapter {
    private final MessageCollector collector = new MessageCollector(100, new ByteBudget(1 << 20));
    private final List<String> seen = new ArrayList<>();
    private HttpException refusal;

    @Override
    public void channelRead(ChannelHandlerContext context, Object part) throws HttpException {
      try {
        if (refusal == null && collector.add((HttpObject) part)) {
          HttpRequest request = (HttpRequest) collector.head();
          seen.add(
              String.join(
                  " ",
                  request.method().name(),
                  Routes.pathOf(request.uri()),
                  Boolean.toString(collector.isSoap()),
                  Boolean.toString(HttpUtil.isKeepAlive(request)),
                  body(collector)));
        }
      } catch (HttpException e) {
        refusal = e;
      } finally {
        ReferenceCountUtil.release(part);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      refusal = (HttpException) cause.getCause();
    }
  }
}

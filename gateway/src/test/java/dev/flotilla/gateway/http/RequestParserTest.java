package dev.flotilla.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestParserTest {
  private static final String CHUNKED =
      """
      POST /a?b=c HTTP/1.1\r
      Host: x\r
      Transfer-Encoding: chunked\r
      \r
      3;note=1\r
      abc\r
      10\r
      0123456789abcdef\r
      0\r
      Trailer: t\r
      \r
      """;

  @Test
  void theBytesMayComeInAnyPieces() throws BadRequest {
    for (int size = 1; size <= CHUNKED.length(); size++) {
      Recorder seen = new Recorder();
      RequestParser parser = new RequestParser(RequestLimits.DEFAULT);
      ByteBuf in = Unpooled.buffer();
      for (int at = 0; at < CHUNKED.length(); at += size) {
        in.writeBytes(bytes(CHUNKED.substring(at, Math.min(CHUNKED.length(), at + size))));
        parser.parse(in, seen);
      }

      assertThat(seen.heads).hasSize(1);
      assertThat(seen.heads.get(0).target()).isEqualTo("/a?b=c");
      assertThat(seen.body).hasToString("abc0123456789abcdef");
      assertThat(seen.ends).isEqualTo(1);
      assertThat(in.isReadable()).isFalse();
    }
  }

  @Test
  void theNextRequestWaitsUntilItIsAskedFor() throws BadRequest {
    Recorder seen = new Recorder();
    RequestParser parser = new RequestParser(RequestLimits.DEFAULT);
    ByteBuf in = Unpooled.wrappedBuffer(bytes("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2)));

    parser.parse(in, seen);
    assertThat(seen.heads).hasSize(1);
    parser.next();
    parser.parse(in, seen);

    assertThat(seen.heads).hasSize(2);
    assertThat(in.isReadable()).isFalse();
  }

  @Test
  void anAbsoluteTargetGivesTheHost() throws BadRequest {
    RequestHead head = parse("GET HTTP://other:81?q HTTP/1.1\r\nHost: x\r\n\r\n").heads.get(0);

    assertThat(head.target()).isEqualTo("/?q");
    assertThat(head.fields().values("host")).containsExactly("other:81");
  }

  @Test
  void chunksMustNotBeTinyForever() {
    String tiny = "1\r\nx\r\n".repeat(100_000);

    assertThatThrownBy(() -> parse(SmugglingCorpus.head("Transfer-Encoding: chunked") + tiny))
        .isInstanceOf(BadRequest.class)
        .hasMessageContaining("too small");
  }

  @Test
  void aBodyMustNotBeLongerThanAllowed() {
    RequestLimits small = new RequestLimits(1_000, 10, 4);

    assertThatThrownBy(() -> parse(small, SmugglingCorpus.head("Content-Length: 5")))
        .hasMessageContaining("more than 4 bytes");
    assertThatThrownBy(
            () -> parse(small, SmugglingCorpus.head("Transfer-Encoding: chunked") + "5\r\nabcde"))
        .hasMessageContaining("more than 4 bytes");
    assertThatThrownBy(() -> parse(small, "GET /" + "a".repeat(2_000)))
        .hasMessageContaining("more than 1000 bytes");
  }

  static List<String> corpus() {
    return SmugglingCorpus.all();
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void ambiguousRequestsAreRefused(String request) {
    assertThatThrownBy(() -> parse(request)).isInstanceOf(BadRequest.class);
  }

  private static Recorder parse(String text) throws BadRequest {
    return parse(RequestLimits.DEFAULT, text);
  }

  private static Recorder parse(RequestLimits limits, String text) throws BadRequest {
    Recorder seen = new Recorder();
    new RequestParser(limits).parse(Unpooled.wrappedBuffer(bytes(text)), seen);
    return seen;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Remembers what was read. */
  private static final class Recorder implements RequestParser.Output {
    final List<RequestHead> heads = new ArrayList<>();
    final StringBuilder body = new StringBuilder();
    int ends;

    @Override
    public void head(RequestHead head) {
      heads.add(head);
    }

    @Override
    public void body(ByteBuf content) {
      body.append(content.toString(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void end() {
      ends++;
    }
  }
}

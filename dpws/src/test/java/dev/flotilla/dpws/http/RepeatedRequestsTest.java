package dev.flotilla.dpws.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.http.message.MessageHeads;
import dev.flotilla.dpws.http.message.Readings;
import dev.flotilla.dpws.http.message.Readings.Counting;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests whose heads repeat the one before mean what Netty's decoder makes of them. */
class RepeatedRequestsTest {
  private static final String OURS =
      "POST /RAFT_Service HTTP/1.1\r\nHost: 127.0.0.1:7400\r\n"
          + "Content-Type: application/soap+xml; charset=utf-8\r\nContent-Length: @\r\n\r\n";
  private static final List<String> HEADS =
      List.of(
          OURS,
          OURS.replace("RAFT", "Raft"),
          "POST /a HTTP/1.1\r\nContent-Length:@\r\nHost: x\r\nX: y\r\n\r\n",
          "POST /a HTTP/1.1\r\nHost: x\r\ncontent-LENGTH:  @ \r\nExpect: 100-continue\r\n\r\n",
          "POST /a HTTP/1.1\r\nHost: x\r\nX: Content-Length: 7\r\nContent-Length: @\r\n\r\n",
          "POST /a HTTP/1.1\r\nHost: x\r\nX: a\r\n Content-Length: 7\r\nContent-Length: @\r\n\r\n",
          "PUT /b HTTP/1.0\r\nContent-Length: @\r\nConnection: keep-alive\r\n\r\n",
          "POST /c HTTP/1.1\r\nHost: x\r\nContent-Length: @\r\nX: " + "y".repeat(400) + "\r\n\r\n");
  private static final List<String> OTHERS =
      List.of(
          "GET /d HTTP/1.1\r\nHost: x\r\n\r\n",
          "\r\n",
          "POST /e HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
          "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
          "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 03\r\n\r\nabc",
          "POST /a HTTP/1.1\r\nContent-Length: 99999999999\r\nHost: x\r\nX: y\r\n\r\n");

  @Test
  void aHeadThatRepeatsIsDecodedOnce() {
    String requests =
        (OURS.replace("@", "     3") + "abc" + OURS.replace("@", "12") + "x".repeat(12));
    Counting decoder = new Counting(decoder());

    List<String> seen =
        Readings.ofInput(
            decoder, Readings.MAX_HEAD_BYTES, List.of(requests.repeat(50).getBytes(ISO_8859_1)));

    assertThat(seen).hasSize(101).last().isEqualTo("COMPLETE");
    assertThat(seen.subList(0, 2)).allMatch(it -> it.contains("/RAFT_Service"));
    assertThat(decoder.calls()).isEqualTo(1);
  }

  @Test
  void requestsAreThoseThatTheDecoderReads() {
    compare(2_000);
  }

  @Test
  @Tag("full")
  void manyRequestsAreThoseThatTheDecoderReads() {
    compare(50_000);
  }

  private static void compare(int streams) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < streams; i++) {
      byte[] stream = Readings.stream(HEADS, random, choice -> OTHERS.get(choice % OTHERS.size()));
      List<byte[]> pieces = Readings.cut(stream, random);
      String what = "seed " + seed + ", stream " + i + ": " + new String(stream, ISO_8859_1);

      List<String> known = Readings.ofInput(decoder(), Readings.MAX_HEAD_BYTES, pieces);
      List<String> decoded = Readings.ofInput(decoder(), 0, pieces);
      List<String> piped =
          Readings.ofPipeline(
              new HttpRequestDecoder(MessageHeads.strict(Readings.MAX_HEAD_BYTES)), pieces);

      assertThat(known).as(what).isEqualTo(decoded);
      int messages = known.size() - 1;
      if (known.get(messages).startsWith("REFUSED")) {
        piped = piped.subList(0, Math.min(messages, piped.size()));
      }
      assertThat(piped).as(what).isEqualTo(known.subList(0, messages));
    }
  }

  private static RequestDecoder decoder() {
    return new RequestDecoder(Readings.MAX_HEAD_BYTES, Readings.MAX_BODY_BYTES);
  }
}

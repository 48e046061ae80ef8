package dev.flotilla.dpws.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.http.message.MessageHeads;
import dev.flotilla.dpws.http.message.MessageInput;
import dev.flotilla.dpws.http.message.MessageInput.Step;
import dev.flotilla.dpws.http.message.Readings;
import dev.flotilla.dpws.http.message.Readings.Counting;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Responses mean what Netty's decoder makes of them, also those that repeat the head before. */
class RepeatedResponsesTest {
  private static final String OURS =
      "HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml; charset=utf-8\r\n"
          + "Content-Length: @\r\n\r\n";
  private static final List<String> HEADS =
      List.of(
          OURS,
          OURS.replace("200 OK", "500 Internal Server Error"),
          "HTTP/1.1 200 OK\r\ncontent-length:@\r\nServer: x\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: @\r\nConnection: close\r\n\r\n");
  private static final List<String> OTHERS =
      List.of(
          "HTTP/1.1 100 Continue\r\n\r\n",
          "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n",
          "HTTP/1.1 204 No Content\r\n\r\n",
          "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
          "HTTP/1.1 200 OK\r\n\r\nuntil the end");

  @Test
  void responsesAreRead() throws HttpException {
    String stream =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
            + "HTTP/1.1 202 \r\nContent-Length: 0\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"
            + "HTTP/1.0 200 OK\r\n\r\nuntil the end";
    List<String> seen = new ArrayList<>();
    MessageInput<ResponseHead> input =
        new MessageInput<>(new ResponseDecoder(512), ResponseHead::new, Readings.body(), 512);
    input.receive(Unpooled.copiedBuffer(stream, ISO_8859_1));
    Step step;
    while ((step = input.next()) != Step.STARVED) {
      if (step == Step.MESSAGE) {
        seen.add(words(input));
      }
    }
    assertThat(input.end()).isTrue();
    seen.add(words(input));

    assertThat(seen).containsExactly("100 ", "200 hi", "202 ", "204 ", "200 until the end");
  }

  @Test
  void aHeadThatRepeatsIsDecodedOnce() {
    String response = OURS.replace("@", "    3") + "abc";
    Counting decoder = new Counting(new ResponseDecoder(512));

    List<String> seen =
        Readings.ofInput(decoder, 512, List.of(response.repeat(50).getBytes(ISO_8859_1)));

    assertThat(seen).hasSize(51).last().isEqualTo("COMPLETE");
    assertThat(decoder.calls()).isEqualTo(1);
  }

  @Test
  void responsesAreThoseThatTheDecoderReads() {
    compare(2_000);
  }

  @Test
  @Tag("full")
  void manyResponsesAreThoseThatTheDecoderReads() {
    compare(50_000);
  }

  private static void compare(int streams) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < streams; i++) {
      byte[] stream = Readings.stream(HEADS, random, choice -> OTHERS.get(choice % OTHERS.size()));
      List<byte[]> pieces = Readings.cut(stream, random);
      String what = "seed " + seed + ", stream " + i + ": " + new String(stream, ISO_8859_1);

      List<String> known = Readings.ofInput(new ResponseDecoder(512), 512, pieces);
      List<String> decoded = Readings.ofInput(new ResponseDecoder(512), 0, pieces);
      List<String> piped =
          Readings.ofPipeline(new HttpResponseDecoder(MessageHeads.strict(512)), pieces);

      assertThat(known).as(what).isEqualTo(decoded);
      int messages = known.size() - 1;
      if (known.get(messages).startsWith("REFUSED")) {
        piped = piped.subList(0, Math.min(messages, piped.size()));
      }
      assertThat(piped).as(what).isEqualTo(known.subList(0, messages));
    }
  }

  private static String words(MessageInput<ResponseHead> input) {
    MessageBody body = input.body();
    return input.head().status
        + " "
        + new String(body.array(), body.offset(), body.length(), ISO_8859_1);
  }
}

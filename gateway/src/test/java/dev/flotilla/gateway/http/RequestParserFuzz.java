package dev.flotilla.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The bytes of a connection of a client. The first byte says how they are cut into reads. However
 * they are cut, the same requests are read, and the same ones are refused; what is read is the same
 * again when it is written as the gateway writes it.
 */
public final class RequestParserFuzz {
  private static final RequestLimits LIMITS = new RequestLimits(4 << 10, 50, 64 << 10);

  private RequestParserFuzz() {}

  /** Called by the fuzzer, and for each known input in a build. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length > 1) {
      byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
      Reading whole = read(bytes, bytes.length);
      Reading cut = read(bytes, 1 + (input[0] & 0x1f));
      require(whole.text().equals(cut.text()), "cut otherwise: " + whole.text() + cut.text());
      Reading again = read(whole.written().getBytes(ISO_8859_1), bytes.length);
      require(
          again.requests().equals(whole.requests()),
          "written again: " + whole.requests() + again.requests());
    }
  }

  /** Valid requests of all kinds, and those that two readers could understand in two ways. */
  public static Stream<byte[]> seeds() {
    return Stream.concat(
            Stream.of(
                "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET http://x:80/a?b HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\nHost: y\r\n\r\n",
                "PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
                "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3;a=b\r\nabc\r\n0\r\nT: t\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\nExpect: 100-continue\r\n\r\n"),
            SmugglingCorpus.all().stream())
        .flatMap(text -> Stream.of("\0" + text, "\7" + text))
        .map(text -> text.getBytes(ISO_8859_1));
  }

  private static Reading read(byte[] bytes, int size) {
    Reading reading = new Reading();
    RequestParser parser = new RequestParser(LIMITS);
    ByteBuf in = Unpooled.buffer();
    try {
      for (int at = 0; at < bytes.length; at += size) {
        in.writeBytes(bytes, at, Math.min(size, bytes.length - at));
        int before;
        do {
          before = in.readerIndex();
          if (parser.isDone()) {
            parser.next();
          }
          parser.parse(in, reading);
        } while (in.readerIndex() > before || (parser.isDone() && in.isReadable()));
      }
    } catch (BadRequest e) {
      reading.refused();
    } finally {
      in.release();
    }
    return reading;
  }

  /** What was read, as text, and as the gateway writes it. */
  private static final class Reading implements RequestParser.Output {
    private final StringBuilder requests = new StringBuilder();
    private final StringBuilder written = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
    private boolean isRefused;
    private String head = "";
    private String writtenHead = "";

    @Override
    public void head(RequestHead read) {
      Fields kept = HopByHop.removed(read.fields()).without("content-length"::equals);
      head = read.method() + " " + read.target() + " " + kept;
      StringBuilder text = new StringBuilder(read.method() + " " + read.target() + " HTTP/1.1\r\n");
      kept.all().forEach(it -> text.append(it.name() + ": " + it.value() + "\r\n"));
      if (!kept.has("host")) {
        text.append("Host: added\r\n");
        head = read.method() + " " + read.target() + " " + kept.with("Host", "added");
      }
      writtenHead = text.toString();
      body.setLength(0);
    }

    @Override
    public void body(ByteBuf content) {
      body.append(content.toString(ISO_8859_1));
    }

    @Override
    public void end() {
      requests.append(head).append('\n').append(body).append('\n');
      written.append(writtenHead).append("Content-Length: " + body.length() + "\r\n\r\n");
      written.append(body);
    }

    /** The reason may be another: a head that is too long may have a wrong line, too. */
    void refused() {
      isRefused = true;
    }

    String requests() {
      return requests.toString();
    }

    String text() {
      return requests + (isRefused ? "refused" : "");
    }

    String written() {
      return written.toString();
    }
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}

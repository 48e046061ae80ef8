package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An answer that is known as soon as the request has been read. */
final class FixedAnswer extends Answer {
  private static final byte[] MINIMAL_FAULT = minimalFault(HttpEnd.KEEP_OPEN);
  private static final byte[] MINIMAL_LAST_FAULT = minimalFault(HttpEnd.CLOSE);

  private final BiConsumer<ByteBuf, HttpEnd> response;

  private FixedAnswer(HttpEnd end, long askedNanos, BiConsumer<ByteBuf, HttpEnd> response) {
    super(end, askedNanos);
    this.response = response;
  }

  /** A status without a body. */
  static FixedAnswer status(int status, HttpEnd end, long askedNanos) {
    return new FixedAnswer(end, askedNanos, (out, last) -> writeStatus(out, status, last));
  }

  static FixedAnswer resource(HttpResource resource, HttpEnd end, long askedNanos) {
    return new FixedAnswer(
        end,
        askedNanos,
        (out, last) -> {
          int body = HttpWriter.beginResponse(out, 200, resource.contentType(), last);
          out.writeBytes(resource.contentWithoutCopy());
          HttpWriter.endBody(out, body);
        });
  }

  static FixedAnswer fault(
      int status, SoapFault fault, @Nullable String relatesTo, HttpEnd end, long askedNanos) {
    return new FixedAnswer(
        end, askedNanos, (out, last) -> writeFault(out, status, fault, relatesTo, last));
  }

  @Override
  boolean isReady() {
    return true;
  }

  @Override
  protected void write(ByteBuf out) {
    response.accept(out, end());
  }

  static void writeStatus(ByteBuf out, int status, HttpEnd end) {
    HttpWriter.endBody(out, HttpWriter.beginResponse(out, status, "", end));
  }

  static void writeFault(
      ByteBuf out, int status, SoapFault fault, @Nullable String relatesTo, HttpEnd end) {
    int body = HttpWriter.beginSoapResponse(out, status, end);
    SoapWriter.writeFault(out, fault, relatesTo);
    HttpWriter.endBody(out, body);
  }

  /** Appends bytes that were encoded when the class was loaded: there is nothing left to fail. */
  static void writeMinimalFault(ByteBuf out, HttpEnd end) {
    out.writeBytes(end == HttpEnd.CLOSE ? MINIMAL_LAST_FAULT : MINIMAL_FAULT);
  }

  private static byte[] minimalFault(HttpEnd end) {
    ByteBuf out = Unpooled.buffer();
    writeFault(out, 500, SoapFault.receiver("the answer cannot be written"), null, end);
    return ByteBufUtil.getBytes(out);
  }
}

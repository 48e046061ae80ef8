package dev.flotilla.dpws.http;

import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapWriter;
import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An answer that is known as soon as the request has been read. */
final class FixedAnswer extends Answer {
  private final Consumer<ByteBuf> response;

  private FixedAnswer(HttpEnd end, long askedNanos, Consumer<ByteBuf> response) {
    super(end, askedNanos);
    this.response = response;
  }

  /** A status without a body. */
  static FixedAnswer status(int status, HttpEnd end, long askedNanos) {
    return new FixedAnswer(
        end,
        askedNanos,
        out -> HttpWriter.endBody(out, HttpWriter.beginResponse(out, status, "", end)));
  }

  static FixedAnswer resource(HttpResource resource, HttpEnd end, long askedNanos) {
    return new FixedAnswer(
        end,
        askedNanos,
        out -> {
          int body = HttpWriter.beginResponse(out, 200, resource.contentType(), end);
          out.writeBytes(resource.contentWithoutCopy());
          HttpWriter.endBody(out, body);
        });
  }

  static FixedAnswer fault(
      int status, SoapFault fault, @Nullable String relatesTo, HttpEnd end, long askedNanos) {
    return new FixedAnswer(
        end,
        askedNanos,
        out -> {
          int body = HttpWriter.beginSoapResponse(out, status, end);
          SoapWriter.writeFault(out, fault, relatesTo);
          HttpWriter.endBody(out, body);
        });
  }

  @Override
  boolean isReady() {
    return true;
  }

  @Override
  void write(ByteBuf out) {
    response.accept(out);
  }
}

package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.function.BiConsumer;

/** An answer that is known as soon as the request has been read. */
final class FixedAnswer extends Answer {
  private static final String METHODS = HttpWriter.fields("Allow: GET, HEAD, POST");
  private static final byte[] NOTHING = {};
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

  /** The document that is asked for, or its head (RFC 9110, 9.3.2). */
  static FixedAnswer document(HttpResource document, RequestHead head, long askedNanos) {
    boolean isHead = head.request.method().equals(HttpMethod.HEAD);
    byte[] sent = isHead ? NOTHING : document.contentWithoutCopy();
    return new FixedAnswer(
        head.end, askedNanos, (out, last) -> writeDocument(out, 200, document, "", sent, last));
  }

  /** What is answered to a request in a form that is not known here. */
  static FixedAnswer refusal(HttpResource reason, HttpEnd end, long askedNanos) {
    byte[] content = reason.contentWithoutCopy();
    return new FixedAnswer(
        end, askedNanos, (out, last) -> writeDocument(out, 415, reason, "", content, last));
  }

  /** The last answer of a connection, with further fields. */
  static FixedAnswer last(int status, HttpResource resource, String fields, long askedNanos) {
    byte[] content = resource.contentWithoutCopy();
    return new FixedAnswer(
        HttpEnd.CLOSE,
        askedNanos,
        (out, last) -> writeDocument(out, status, resource, fields, content, last));
  }

  /** The last answer of a connection whose request cannot be read. */
  static FixedAnswer refusal(HttpException refusal, long askedNanos) {
    String reason = String.valueOf(refusal.getMessage());
    SoapFault fault =
        refusal.status() == HttpResponseStatus.SERVICE_UNAVAILABLE.code()
            ? SoapFault.overloaded(reason)
            : SoapFault.sender(reason);
    SoapHeader header = SoapHeader.response(fault.action(), null);
    return new FixedAnswer(
        HttpEnd.CLOSE,
        askedNanos,
        (out, last) -> writeFault(out, refusal.status(), header, fault, last));
  }

  @Override
  boolean isReady() {
    return true;
  }

  @Override
  protected void write(ByteBuf out) {
    response.accept(out, end());
  }

  /** Appends a document, or its head only if nothing of it is sent. */
  static void writeDocument(
      ByteBuf out, int status, HttpResource document, String fields, byte[] sent, HttpEnd end) {
    int body = HttpWriter.beginResponse(out, status, document.contentType(), fields, end);
    out.writeBytes(sent);
    HttpWriter.announceBody(out, body, document.contentWithoutCopy().length);
  }

  static void writeStatus(ByteBuf out, int status, HttpEnd end) {
    String fields = status == 405 ? METHODS : "";
    HttpWriter.endBody(out, HttpWriter.beginResponse(out, status, "", fields, end));
  }

  static void writeFault(ByteBuf out, int status, SoapHeader header, SoapFault fault, HttpEnd end) {
    int body = HttpWriter.beginSoapResponse(out, status, end);
    SoapWriter.writeFault(out, header, fault);
    HttpWriter.endBody(out, body);
  }

  /** Appends bytes that were encoded when the class was loaded: there is nothing left to fail. */
  static void writeMinimalFault(ByteBuf out, HttpEnd end) {
    out.writeBytes(end == HttpEnd.CLOSE ? MINIMAL_LAST_FAULT : MINIMAL_FAULT);
  }

  private static byte[] minimalFault(HttpEnd end) {
    ByteBuf out = Unpooled.buffer();
    SoapFault fault = SoapFault.receiver("the answer cannot be written");
    writeFault(out, 500, SoapHeader.response(fault.action(), null), fault, end);
    return ByteBufUtil.getBytes(out);
  }
}

package dev.flotilla.dpws.http.message;

import dev.flotilla.dpws.soap.MessageEncoding;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/**
 * Writes the heads of HTTP messages around bodies whose length is known only afterwards.
 *
 * <p>Internal: public only for the other packages of dpws.
 */
public final class HttpWriter {
  private static final String SOAP_TYPE = "application/soap+xml; charset=utf-8";
  // White space may precede a field value (RFC 9112, 5.1): the number is patched in, right-aligned.
  private static final byte[] LENGTH_AND_END = ascii("Content-Length:           \r\n\r\n");
  private static final int END_BYTES = 4;
  private static final byte[] CLOSE = ascii("Connection: close\r\n");
  private static final byte[] SOAP_FIELDS = ascii("Content-Type: " + SOAP_TYPE + "\r\n");
  private static final byte[] OK = statusLine(200);

  private HttpWriter() {}

  /** Starts a response with an envelope; returns where its body begins, for {@link #endBody}. */
  public static int beginSoapResponse(ByteBuf out, int status, HttpEnd end) {
    out.writeBytes(status == 200 ? OK : statusLine(status)).writeBytes(SOAP_FIELDS);
    return finishHead(out, end);
  }

  /** Starts a response with an envelope in another encoding; ends with {@link #endEncoded}. */
  public static int beginSoapResponse(ByteBuf out, HttpEnd end, MessageEncoding encoding) {
    out.writeBytes(OK).writeBytes(ascii("Content-Type: " + encoding.contentType() + "\r\n"));
    return finishHead(out, end);
  }

  /** Starts a response with another body, or none for a content type that is empty. */
  public static int beginResponse(ByteBuf out, int status, String contentType, HttpEnd end) {
    out.writeBytes(statusLine(status));
    if (status == 405) {
      out.writeBytes(ascii("Allow: GET, POST\r\n"));
    }
    if (!contentType.isEmpty()) {
      out.writeBytes(ascii("Content-Type: " + contentType + "\r\n"));
    }
    return finishHead(out, end);
  }

  /** The part of a request's head that is the same for every call to an address. */
  public static byte[] requestHead(String path, String authority) {
    String host = "Host: " + authority + "\r\n";
    return ascii("POST " + path + " HTTP/1.1\r\n" + host);
  }

  /** Starts a request in XML; returns where its body begins, for {@link #endBody}. */
  public static int beginRequest(ByteBuf out, byte[] requestHead) {
    out.writeBytes(requestHead).writeBytes(SOAP_FIELDS);
    return finishHead(out, HttpEnd.KEEP_OPEN);
  }

  /** The same, and offers another encoding for the answer. */
  public static int beginOffer(ByteBuf out, byte[] requestHead, MessageEncoding offered) {
    out.writeBytes(requestHead)
        .writeBytes(SOAP_FIELDS)
        .writeBytes(ascii("Accept: " + offered.contentType() + "\r\n"));
    return finishHead(out, HttpEnd.KEEP_OPEN);
  }

  /** Starts a request in another encoding; returns where its body begins. */
  public static int beginEncoded(ByteBuf out, byte[] requestHead, MessageEncoding encoding) {
    out.writeBytes(requestHead)
        .writeBytes(ascii("Content-Type: " + encoding.contentType() + "\r\n"));
    return finishHead(out, HttpEnd.KEEP_OPEN);
  }

  /** Encodes the envelope that has been written since the head, and patches its length. */
  public static void endEncoded(ByteBuf out, int bodyStart, MessageEncoding encoding) {
    byte[] xml = ByteBufUtil.getBytes(out, bodyStart, out.writerIndex() - bodyStart);
    byte[] encoded = encoding.encode(xml, 0, xml.length);
    out.writerIndex(bodyStart).writeBytes(encoded);
    endBody(out, bodyStart);
  }

  /** Patches the length of the body that has been written since the head. */
  public static void endBody(ByteBuf out, int bodyStart) {
    int place = bodyStart - END_BYTES;
    int length = out.writerIndex() - bodyStart;
    do {
      out.setByte(--place, '0' + length % 10);
      length /= 10;
    } while (length > 0);
  }

  public static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static int finishHead(ByteBuf out, HttpEnd end) {
    if (end == HttpEnd.CLOSE) {
      out.writeBytes(CLOSE);
    }
    out.writeBytes(LENGTH_AND_END);
    return out.writerIndex();
  }

  private static byte[] statusLine(int status) {
    return ascii("HTTP/1.1 " + HttpResponseStatus.valueOf(status) + "\r\n");
  }
}

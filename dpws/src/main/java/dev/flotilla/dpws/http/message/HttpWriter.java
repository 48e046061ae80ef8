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
  private static final String LENGTH_AND_END = "Content-Length:           \r\n\r\n";
  private static final int END_BYTES = 4;
  private static final byte[] OK_SOAP = responseHead(200, SOAP_TYPE, HttpEnd.KEEP_OPEN);

  private HttpWriter() {}

  /** Starts a response with an envelope; returns where its body begins, for {@link #endBody}. */
  public static int beginSoapResponse(ByteBuf out, int status, HttpEnd end) {
    boolean isUsual = status == 200 && end == HttpEnd.KEEP_OPEN;
    return begin(out, isUsual ? OK_SOAP : responseHead(status, SOAP_TYPE, end));
  }

  /** Starts a response with an envelope in another encoding; ends with {@link #endEncoded}. */
  public static int beginSoapResponse(ByteBuf out, HttpEnd end, MessageEncoding encoding) {
    return begin(out, responseHead(200, encoding.contentType(), end));
  }

  /**
   * Starts a response with another body, or none for a content type that is empty.
   *
   * @param fields further {@link #fields}
   */
  public static int beginResponse(
      ByteBuf out, int status, String contentType, String fields, HttpEnd end) {
    return begin(out, ascii(fieldsOf(status, contentType, fields, end) + LENGTH_AND_END));
  }

  /** Starts a response whose body ends with the connection. */
  public static void beginStream(ByteBuf out, String contentType, String fields) {
    out.writeBytes(ascii(fieldsOf(200, contentType, fields, HttpEnd.CLOSE) + "\r\n"));
  }

  /**
   * Fields of a head, each with its line end.
   *
   * @throws IllegalArgumentException if one is not a line of ASCII
   */
  public static String fields(String... lines) {
    StringBuilder all = new StringBuilder();
    for (String line : lines) {
      if (!line.matches("[A-Za-z-]+: [ -~]+")) {
        throw new IllegalArgumentException("'" + line + "' is no field of HTTP");
      }
      all.append(line).append("\r\n");
    }
    return all.toString();
  }

  /** The part of a request's head that is the same for every call to an address. */
  public static String requestHead(String path, String authority) {
    return "POST " + path + " HTTP/1.1\r\nHost: " + authority + "\r\n";
  }

  /** The head of a request in XML, without its length. */
  public static byte[] soapRequestHead(String requestHead) {
    return ascii(requestHead + field("Content-Type", SOAP_TYPE) + LENGTH_AND_END);
  }

  /** Starts a message with this head; returns where its body begins, for {@link #endBody}. */
  public static int begin(ByteBuf out, byte[] head) {
    out.writeBytes(head);
    return out.writerIndex();
  }

  /** Starts a request in XML that offers another encoding for the answer. */
  public static int beginOffer(ByteBuf out, String requestHead, MessageEncoding offered) {
    String fields = field("Content-Type", SOAP_TYPE) + field("Accept", offered.contentType());
    return begin(out, ascii(requestHead + fields + LENGTH_AND_END));
  }

  /** Starts a request in another encoding; ends with {@link #endEncoded}. */
  public static int beginEncoded(ByteBuf out, String requestHead, MessageEncoding encoding) {
    String fields = field("Content-Type", encoding.contentType());
    return begin(out, ascii(requestHead + fields + LENGTH_AND_END));
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
    announceBody(out, bodyStart, out.writerIndex() - bodyStart);
  }

  /** Patches the length of a body that is not written, as the answer to HEAD. */
  public static void announceBody(ByteBuf out, int bodyStart, int bodyBytes) {
    byte[] bytes = out.array();
    int place = out.arrayOffset() + bodyStart - END_BYTES;
    int length = bodyBytes;
    do {
      bytes[--place] = (byte) ('0' + length % 10);
      length /= 10;
    } while (length > 0);
  }

  public static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] responseHead(int status, String contentType, HttpEnd end) {
    return ascii(fieldsOf(status, contentType, "", end) + LENGTH_AND_END);
  }

  private static String fieldsOf(int status, String contentType, String fields, HttpEnd end) {
    return "HTTP/1.1 "
        + HttpResponseStatus.valueOf(status)
        + "\r\n"
        + fields
        + (contentType.isEmpty() ? "" : field("Content-Type", contentType))
        + (end == HttpEnd.CLOSE ? "Connection: close\r\n" : "");
  }

  private static String field(String name, String value) {
    return name + ": " + value + "\r\n";
  }
}

package dev.flotilla.dpws.http.message;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;

/**
 * How the heads of messages are read on both sides. Stateless.
 *
 * <p>Internal: public only for the other packages of dpws.
 */
public final class MessageHeads {
  private static final int MAX_CONTENT_BYTES = 256 << 10;

  private MessageHeads() {}

  /**
   * How both of Netty's decoders are to read: nothing that can be read in two ways. Strict line
   * ends and the rules of RFC 9112 for Transfer-Encoding are defaults of Netty; not every release
   * of 4.1 has the methods that set them (ADR 24).
   */
  public static HttpDecoderConfig strict(int maxHeadBytes) {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(maxHeadBytes)
        .setMaxHeaderSize(maxHeadBytes)
        .setMaxChunkSize(MAX_CONTENT_BYTES)
        .setValidateHeaders(true)
        .setAllowDuplicateContentLengths(false);
  }

  public static String tooLong(int maxHeadBytes) {
    return "the head of a message exceeds " + maxHeadBytes + " bytes";
  }

  /** Refuses a request that expects what nobody here knows (RFC 9110, 10.1.1). */
  public static void requireKnownExpectation(HttpMessage request) throws HttpException {
    String expectation = request.headers().get(HttpHeaderNames.EXPECT);
    if (expectation != null && !HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expectation)) {
      throw new HttpException(417, "the only expectation known is 100-continue");
    }
  }

  /** Whether the message says that it carries SOAP 1.2 as it is. */
  public static boolean isSoap(HttpMessage head) {
    CharSequence type = HttpUtil.getMimeType(head);
    String encoding = head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
    return type != null
        && AsciiString.contentEqualsIgnoreCase(AsciiString.trim(type), "application/soap+xml")
        && (encoding == null || HttpHeaderValues.IDENTITY.contentEqualsIgnoreCase(encoding));
  }

  /** Whether the message says that it has exactly this content type. */
  public static boolean isOf(HttpMessage head, String contentType) {
    return contentType.equalsIgnoreCase(head.headers().get(HttpHeaderNames.CONTENT_TYPE))
        && !head.headers().contains(HttpHeaderNames.CONTENT_ENCODING);
  }

  /** Whether the request accepts an answer of exactly this content type. */
  public static boolean accepts(HttpMessage head, String contentType) {
    return contentType.equalsIgnoreCase(head.headers().get(HttpHeaderNames.ACCEPT));
  }

  /** Refuses what is not HTTP/1, has no length, or may have another for others (RFC 9112, 6.3). */
  static void requireReadable(HttpMessage head) throws HttpException {
    HttpVersion version = head.protocolVersion();
    if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
      throw new HttpException(505, "only HTTP/1.1 and HTTP/1.0 are spoken here");
    }
    List<String> codings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (codings.isEmpty()) {
      return;
    }
    String coding = codings.get(0).toLowerCase(Locale.ROOT);
    if (codings.size() > 1 || !coding.endsWith("chunked") || version.equals(HttpVersion.HTTP_1_0)) {
      throw new HttpException(400, "Transfer-Encoding is one field that ends with 'chunked'");
    }
    if (!coding.equals("chunked")) {
      throw new HttpException(501, "the only transfer encoding known is chunked, once");
    }
  }

  static void requireDecoded(DecoderResult result) throws HttpException {
    if (result.isFailure()) {
      Throwable cause = result.cause();
      int status = cause instanceof TooLongFrameException ? 431 : 400;
      throw new HttpException(status, "this is not HTTP/1.1: " + cause.getMessage());
    }
  }
}

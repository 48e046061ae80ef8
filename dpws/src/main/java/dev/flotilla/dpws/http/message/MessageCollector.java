package dev.flotilla.dpws.http.message;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins the parts that Netty's decoders yield for one connection to whole messages, each with its
 * body in one stretch of one array. The array grows with what really arrived, never with what was
 * announced, up to the limit. Up to {@link #FREE_BODY_BYTES} every connection has; what is beyond,
 * it takes from a budget that it shares. Not thread-safe.
 *
 * <p>Internal: public only for the other packages of dpws.
 */
public final class MessageCollector implements AutoCloseable {
  private static final int MAX_CONTENT_BYTES = 256 << 10;
  private static final byte[] NO_BYTES = {};

  /** Bodies up to this size take nothing from the budget. */
  static final int FREE_BODY_BYTES = 4 << 10;

  private final int maxBodyBytes;
  private final ByteBudget budget;
  private final Room room;

  /**
   * Holds the length of the body's array, unless that is the free one. Any thread may read it, and
   * close it to take the bytes away; the message then finds no room.
   */
  private volatile ByteBudget.Share share;

  private @Nullable HttpMessage head;
  private byte[] freeBody = NO_BYTES;
  private byte[] body = NO_BYTES;
  private int bodyLength;

  /** How long the body is said to become; -1 if nothing is said. */
  private long announcedLength;

  /** Makes room for messages that find none in the budget. */
  public interface Room {
    /** Whether even a large message may take what is left to small ones. */
    boolean isFirst();

    /**
     * Evicts something that holds bytes.
     *
     * @param messageBytes how large the message is to become
     * @return whether there may be room now
     */
    boolean make(long messageBytes);
  }

  private static final Room NO_ROOM =
      new Room() {
        @Override
        public boolean isFirst() {
          return false;
        }

        @Override
        public boolean make(long messageBytes) {
          return false;
        }
      };

  /** A collector whose messages have to do with what is free of the budget. */
  public MessageCollector(int maxBodyBytes, ByteBudget budget) {
    this(maxBodyBytes, budget, NO_ROOM);
  }

  /** A collector whose messages are refused only if no room can be made. */
  public MessageCollector(int maxBodyBytes, ByteBudget budget, Room room) {
    this.maxBodyBytes = maxBodyBytes;
    this.budget = budget;
    this.room = room;
    this.share = budget.share();
  }

  /** How both of Netty's decoders are to read: nothing that can be read in two ways. */
  public static HttpDecoderConfig strict(int maxHeadBytes) {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(maxHeadBytes)
        .setMaxHeaderSize(maxHeadBytes)
        .setMaxChunkSize(MAX_CONTENT_BYTES)
        .setValidateHeaders(true)
        .setAllowDuplicateContentLengths(false)
        // The defaults; but those can be changed by system properties.
        .setStrictLineParsing(true)
        .setUseRfc9112TransferEncoding(true);
  }

  public static String tooLongHead(int maxHeadBytes) {
    return "the head of a message exceeds " + maxHeadBytes + " bytes";
  }

  /**
   * Takes the next part; the caller still owns it.
   *
   * @return whether it completes a message, which is there until the next part is taken
   */
  public boolean add(HttpObject part) throws HttpException {
    requireDecoded(part.decoderResult());
    if (part instanceof HttpMessage message) {
      begin(message);
    }
    if (part instanceof HttpContent content) {
      append(content.content());
    }
    return part instanceof LastHttpContent;
  }

  /** The head of the message. */
  public HttpMessage head() {
    if (head == null) {
      throw new IllegalStateException("no message has begun");
    }
    return head;
  }

  /** Refuses a request that expects what nobody here knows (RFC 9110, 10.1.1). */
  public static void requireKnownExpectation(HttpMessage request) throws HttpException {
    String expectation = request.headers().get(HttpHeaderNames.EXPECT);
    if (expectation != null && !HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expectation)) {
      throw new HttpException(417, "the only expectation known is 100-continue");
    }
  }

  /** Whether the message says that it carries SOAP 1.2 as it is. */
  public boolean isSoap() {
    CharSequence type = HttpUtil.getMimeType(head());
    String encoding = head().headers().get(HttpHeaderNames.CONTENT_ENCODING);
    return type != null
        && AsciiString.contentEqualsIgnoreCase(AsciiString.trim(type), "application/soap+xml")
        && (encoding == null || HttpHeaderValues.IDENTITY.contentEqualsIgnoreCase(encoding));
  }

  /** Whether the message says that it has exactly this content type. */
  public boolean isOf(String contentType) {
    return contentType.equalsIgnoreCase(head().headers().get(HttpHeaderNames.CONTENT_TYPE))
        && !head().headers().contains(HttpHeaderNames.CONTENT_ENCODING);
  }

  /** Whether the request accepts an answer of exactly this content type. */
  public boolean accepts(String contentType) {
    return contentType.equalsIgnoreCase(head().headers().get(HttpHeaderNames.ACCEPT));
  }

  /** The array that starts with the body. */
  public byte[] body() {
    return body;
  }

  public int bodyLength() {
    return bodyLength;
  }

  /** What the message that comes holds of the budget. Any thread. */
  public ByteBudget.Share share() {
    return share;
  }

  /** Lets go of the body; what it has taken of the budget is the caller's to close from now on. */
  public ByteBudget.Share release() {
    ByteBudget.Share released = share;
    share = budget.share();
    body = freeBody;
    bodyLength = 0;
    return released;
  }

  /** Lets go of the body, and gives back what it has taken. */
  public void discard() {
    body = freeBody;
    bodyLength = 0;
    share.resize(0, 0);
  }

  /** Lets go of everything; no message can be taken any more. */
  @Override
  public void close() {
    discard();
    share.close();
  }

  private void begin(HttpMessage message) throws HttpException {
    discard();
    head = message;
    HttpVersion version = message.protocolVersion();
    if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
      throw new HttpException(505, "only HTTP/1.1 and HTTP/1.0 are spoken here");
    }
    List<String> codings = message.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (codings.size() > 1
        || (codings.size() == 1
            && !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0)))) {
      throw new HttpException(501, "the only transfer encoding known is chunked, once");
    }
    announcedLength = HttpUtil.getContentLength(message, -1L);
    requireBodyLength(announcedLength);
  }

  private void append(ByteBuf content) throws HttpException {
    int length = content.readableBytes();
    requireBodyLength((long) bodyLength + length);
    if (body.length - bodyLength < length) {
      grow(bodyLength + length);
    }
    content.getBytes(content.readerIndex(), body, bodyLength, length);
    bodyLength += length;
  }

  private void grow(int neededBytes) throws HttpException {
    if (neededBytes <= FREE_BODY_BYTES) {
      freeBody = new byte[FREE_BODY_BYTES];
      body = freeBody;
      return;
    }
    long lastLength = announcedLength < 0 ? maxBodyBytes : announcedLength;
    int size = (int) Math.max(neededBytes, Math.min(2L * body.length, lastLength));
    while (!share.resize(size, room.isFirst() ? 0 : lastLength)) {
      if (!room.make(lastLength)) {
        throw new HttpException(
            HttpResponseStatus.SERVICE_UNAVAILABLE.code(),
            "the messages under way fill the "
                + budget.maxBytes()
                + " bytes that they may take together; try again later");
      }
    }
    body = Arrays.copyOf(body, size);
  }

  private void requireBodyLength(long length) throws HttpException {
    if (length > maxBodyBytes) {
      throw new HttpException(
          413, "the envelope exceeds " + maxBodyBytes + " bytes, the most that is accepted here");
    }
  }

  private static void requireDecoded(DecoderResult result) throws HttpException {
    if (result.isFailure()) {
      Throwable cause = result.cause();
      int status = cause instanceof TooLongFrameException ? 431 : 400;
      throw new HttpException(status, "this is not HTTP/1.1: " + cause.getMessage());
    }
  }
}

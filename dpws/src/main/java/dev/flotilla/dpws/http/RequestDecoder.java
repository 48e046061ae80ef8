package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.MessageHeads;
import dev.flotilla.dpws.http.message.MessageInput;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.List;

/**
 * Netty's decoder of requests, called part by part instead of by a pipeline, with a bound that it
 * lacks: it limits every byte of a request that is not content, line ends and chunk extensions
 * included. On its connection's event loop.
 */
final class RequestDecoder extends HttpRequestDecoder implements MessageInput.Decoder {
  private final int maxHeadBytes;
  private final int maxOverheadBytes;

  private boolean headAwaited;
  private boolean insideMessage;

  /** What of the current message has been decoded and is not content. */
  private long overheadBytes;

  RequestDecoder(int maxHeadBytes, int maxBodyBytes) {
    super(MessageHeads.strict(maxHeadBytes));
    this.maxHeadBytes = maxHeadBytes;
    this.maxOverheadBytes = maxHeadBytes + maxBodyBytes / 4;
  }

  @Override
  public boolean isInsideMessage() {
    return insideMessage;
  }

  @Override
  public void decodeNext(ByteBuf in, List<Object> parts) throws HttpException {
    requireText(in);
    int before = in.readableBytes();
    try {
      decode(null, in, parts); // The context would be that of a pipeline, and is not used.
    } catch (RuntimeException | HttpException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    account(before - in.readableBytes(), in, parts);
  }

  @Override
  public void skipContent() {
    reset();
    ended();
  }

  /** Netty 4.1 would drop the length and go on (RFC 9112, 6.3: a request is refused). */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both Content-Length and Transfer-Encoding");
  }

  @Override
  protected HttpMessage createMessage(String[] startLine) throws Exception {
    insideMessage = true;
    headAwaited = true;
    return super.createMessage(startLine);
  }

  /** Bytes that are not HTTP are refused at once; Netty 4.1 would pass over those of TLS. */
  private void requireText(ByteBuf in) throws HttpException {
    int first = in.isReadable() ? in.getByte(in.readerIndex()) : ' ';
    if (!insideMessage && first >= 0 && first < ' ' && first != '\r' && first != '\n') {
      throw new HttpException(400, "this is not HTTP/1.1: a request begins with byte " + first);
    }
  }

  private void account(int decodedBytes, ByteBuf in, List<Object> out) throws HttpException {
    overheadBytes += insideMessage ? decodedBytes : 0;
    Object last = out.isEmpty() ? null : out.get(out.size() - 1);
    if (last instanceof HttpObject part && part.decoderResult().isFailure()) {
      return; // Refused already; what came after it was skipped, not decoded.
    }
    if (last instanceof HttpContent content) {
      overheadBytes -= content.content().readableBytes();
    }
    requireModestOverhead(in, out);
    headAwaited &= out.isEmpty();
    if (last instanceof LastHttpContent) {
      ended();
    }
  }

  private void ended() {
    insideMessage = false;
    overheadBytes = 0;
  }

  private void requireModestOverhead(ByteBuf in, List<Object> out) throws HttpException {
    long unfinishedBytes = out.isEmpty() ? in.readableBytes() : 0;
    if (headAwaited && overheadBytes + unfinishedBytes > maxHeadBytes) {
      refuse(out, new HttpException(431, MessageHeads.tooLong(maxHeadBytes)));
    } else if (overheadBytes > maxOverheadBytes) {
      refuse(out, new HttpException(400, "the chunks are too small for their number"));
    }
  }

  private static void refuse(List<Object> out, HttpException refusal) throws HttpException {
    out.forEach(ReferenceCountUtil::release);
    out.clear();
    throw refusal;
  }
}

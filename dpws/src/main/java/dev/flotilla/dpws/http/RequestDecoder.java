package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.MessageCollector;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Netty's decoder of requests, with the bounds that it lacks: it decodes only while there is
 * demand, so that one read cannot become any number of requests, and it limits every byte of a
 * request that is not content, line ends and chunk extensions included. On its connection's event
 * loop.
 */
final class RequestDecoder extends HttpRequestDecoder {
  private final int maxHeadBytes;
  private final int maxOverheadBytes;
  private final Supplier<Demand> demand;
  private final LongSupplier nanoTime;

  private @Nullable ChannelHandlerContext context;
  private boolean headAwaited;
  private boolean insideMessage;

  /** What of the current message has been decoded and is not content. */
  private long overheadBytes;

  private long startedNanos;

  /** What becomes of further bytes. */
  enum Demand {
    DECODE,
    KEEP,
    DROP
  }

  RequestDecoder(
      int maxHeadBytes, int maxBodyBytes, Supplier<Demand> demand, LongSupplier nanoTime) {
    super(MessageCollector.strict(maxHeadBytes));
    this.maxHeadBytes = maxHeadBytes;
    this.maxOverheadBytes = maxHeadBytes + maxBodyBytes / 4;
    this.demand = demand;
    this.nanoTime = nanoTime;
  }

  /** Whether there are bytes of a request that is not complete, or not decoded yet. */
  boolean isInsideMessage() {
    return insideMessage || actualReadableBytes() > 0;
  }

  /** When the first byte of that request came, or could have been decoded. */
  long startedNanos() {
    return startedNanos;
  }

  /** Decodes what is there already, when there is demand again. */
  void decodeOn() {
    ChannelHandlerContext added = context;
    if (added != null && isInsideMessage()) {
      try {
        channelRead(added, Unpooled.EMPTY_BUFFER);
      } catch (Exception e) {
        added.fireExceptionCaught(e);
      }
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) throws Exception {
    super.handlerAdded(added);
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (!isInsideMessage()) {
      startedNanos = nanoTime.getAsLong();
    }
    super.channelRead(context, message);
  }

  /** Without Netty's own call for more: while there is no demand, nothing more is to be read. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    discardSomeReadBytes();
    context.fireChannelReadComplete();
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    switch (demand.get()) {
      case DROP -> in.skipBytes(in.readableBytes());
      case KEEP -> {}
      case DECODE -> {
        int before = in.readableBytes();
        super.decode(context, in, out);
        account(before - in.readableBytes(), in, out);
      }
    }
  }

  @Override
  protected HttpMessage createMessage(String[] startLine) throws Exception {
    insideMessage = true;
    headAwaited = true;
    return super.createMessage(startLine);
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
      insideMessage = false;
      overheadBytes = 0;
      startedNanos = nanoTime.getAsLong();
    }
  }

  private void requireModestOverhead(ByteBuf in, List<Object> out) throws HttpException {
    long unfinishedBytes = out.isEmpty() ? in.readableBytes() : 0;
    if (headAwaited && overheadBytes + unfinishedBytes > maxHeadBytes) {
      refuse(out, new HttpException(431, MessageCollector.tooLongHead(maxHeadBytes)));
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

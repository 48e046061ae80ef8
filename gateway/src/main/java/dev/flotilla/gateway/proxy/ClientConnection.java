package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.BadRequest;
import dev.flotilla.gateway.http.RequestHead;
import dev.flotilla.gateway.http.RequestParser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a client. It reads one request at a time, and no further than it can be used: a
 * request that was sent ahead waits until the one before is answered.
 *
 * <p>One event loop.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter implements RequestParser.Output {
  private static final long LINGER_MILLIS = 2_000;

  private final Worker worker;
  private final Channel channel;
  private final RequestParser parser;
  private ByteBuf received = Unpooled.EMPTY_BUFFER;
  private @Nullable Exchange exchange;
  private boolean isParsing;
  private boolean isClosing;
  private boolean isLingering;
  private boolean isInputOver;
  private long lastProgressNanos;

  /** Only bytes of the client count; other progress restarts timeouts. */
  private long lastInputNanos;

  ClientConnection(Worker worker, Channel channel) {
    this.worker = worker;
    this.channel = channel;
    this.parser = new RequestParser(worker.context().options().limits());
    this.lastProgressNanos = worker.context().nowNanos();
    this.lastInputNanos = lastProgressNanos;
  }

  Channel channel() {
    return channel;
  }

  /** Where the client is; null if that is not known any more. */
  @Nullable InetAddress clientAddress() {
    return channel.remoteAddress() instanceof InetSocketAddress address
        ? address.getAddress()
        : null;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    worker.add(this);
    context.read();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    lastInputNanos = worker.context().nowNanos();
    if (isClosing) {
      bytes.release();
      return;
    }
    if (!received.isReadable()) {
      progress();
    }
    received = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), received, bytes);
    parse();
  }

  private void progress() {
    lastProgressNanos = worker.context().nowNanos();
  }

  private void parse() {
    if (isParsing || isClosing || parser.isDone()) {
      return;
    }
    isParsing = true;
    try {
      parser.parse(received, this);
    } catch (BadRequest e) {
      refuse(e);
    } finally {
      isParsing = false;
    }
    if (!received.isReadable()) {
      received.release();
      received = Unpooled.EMPTY_BUFFER;
    } else {
      received.discardSomeReadBytes();
    }
  }

  private void refuse(BadRequest refusal) {
    isClosing = true;
    Exchange current = exchange;
    if (current == null) {
      worker.context().counters().refusal();
      AnswerWriter writer = new AnswerWriter(channel, false, 1, false);
      var unused = writer.whole(Refusals.answer(refusal.status(), refusal.reason()));
      linger(writer);
    } else {
      current.refused(refusal);
    }
  }

  @Override
  public void head(RequestHead head) {
    progress();
    worker.context().counters().request();
    Exchange started = new Exchange(worker, this, head);
    exchange = started;
    started.start();
  }

  @Override
  public void body(ByteBuf content) {
    progress();
    Exchange current = exchange;
    if (current != null) {
      current.body(content);
    }
  }

  @Override
  public void end() {
    Exchange current = exchange;
    if (current != null) {
      current.bodyEnded();
    }
  }

  /** Lets a client that waits for it send the body. */
  void sendContinue() {
    var unused =
        channel.writeAndFlush(
            new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
  }

  /** The answer is written; goes on with the next request, or ends the connection. */
  void answered(AnswerWriter writer) {
    exchange = null;
    if (isParsing) {
      worker.loop().execute(() -> goOn(writer)); // Not in the middle of the request.
    } else {
      goOn(writer);
    }
  }

  private void goOn(AnswerWriter writer) {
    if (!parser.isDone()) {
      linger(writer);
    } else if (!writer.keepsAlive() || isClosing) {
      isClosing = true;
      writer.closeWhenWritten();
    } else {
      parser.next();
      progress();
      parse();
      if (isInputOver && !parser.isDone()) {
        endIncomplete();
      } else {
        readMore();
      }
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnded();
    }
  }

  /** The client sends nothing more, and still reads the answers to what it has sent. */
  private void inputEnded() {
    isInputOver = true;
    Exchange current = exchange;
    if (isLingering || !parser.isDone()) {
      endIncomplete();
    } else if (current != null) {
      current.inputEnded(worker.context().nowNanos() - lastInputNanos);
    }
  }

  /** The rest of a request will not come. */
  private void endIncomplete() {
    isClosing = true;
    Exchange current = exchange;
    exchange = null;
    if (current != null) {
      current.clientGone();
    }
    ChannelFuture written = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
    var unused = written.addListener(ChannelFutureListener.CLOSE);
  }

  /**
   * Reads on for a moment after the last answer: otherwise the system would reset the connection,
   * and the client might lose the answer.
   */
  private void linger(AnswerWriter writer) {
    isClosing = true;
    isLingering = true;
    progress();
    writer.endOutput();
    channel.read();
  }

  /** The rest of an answer is missing; only the end of the connection can say that. */
  void breakOff() {
    exchange = null;
    isClosing = true;
    var unused = channel.close();
  }

  /** Hands the connection over to a web server, as a WebSocket. */
  void tunnel(Channel server) {
    exchange = null;
    isClosing = true;
    worker.remove(this);
    channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
    channel.pipeline().remove(HttpResponseEncoder.class);
    server.pipeline().replace(ServerConnection.class, null, new Relay(channel));
    ServerConnection.removeCodec(server);
    var unused = server.writeAndFlush(received);
    received = Unpooled.EMPTY_BUFFER;
    channel.pipeline().replace(this, null, new Relay(server));
    channel.read();
    server.read();
  }

  /** Reads on, if what comes can be used. */
  void readMore() {
    if (wantsMore()) {
      channel.read();
    }
  }

  /** One read ahead of an answer notices that the client has gone. */
  private boolean wantsMore() {
    Exchange current = exchange;
    if (isClosing || current == null) {
      return true;
    }
    return parser.isDone() ? !received.isReadable() : current.wantsBody();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (wantsMore()) {
      context.read();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    Exchange current = exchange;
    if (channel.isWritable() && current != null) {
      progress();
      current.writable();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    isClosing = true;
    Exchange current = exchange;
    exchange = null;
    if (current != null) {
      current.clientGone();
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    worker.remove(this);
    received.release();
    received = Unpooled.EMPTY_BUFFER;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    var unused = context.close();
  }

  /** Ends a connection on which nothing has happened for too long. */
  void tick(long nowNanos) {
    Patience patience = worker.context().options().patience();
    long quietMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos - lastProgressNanos);
    Exchange current = exchange;
    if (isLingering) {
      closeIf(quietMillis > LINGER_MILLIS);
    } else if (isClosing) {
      closeIf(quietMillis > patience.stallMillis());
    } else if (current == null && received.isReadable()) {
      refuseIf(quietMillis > patience.headMillis(), "the head");
    } else if (current == null) {
      closeIf(quietMillis > patience.idleMillis());
    } else if (!parser.isDone() && current.wantsBody()) {
      refuseIf(quietMillis > patience.stallMillis(), "the body");
    } else if (!channel.isWritable()) {
      closeIf(quietMillis > patience.stallMillis());
    } else {
      lastProgressNanos = nowNanos;
    }
  }

  /** For how long nothing has come of a body that takes room; 0 if there is none. */
  long stalledNanos(long nowNanos) {
    Exchange current = exchange;
    boolean isWaiting = current != null && !parser.isDone() && current.isKept() && !isClosing;
    return isWaiting ? nowNanos - lastProgressNanos : 0;
  }

  /** Ends a request that has stalled, for the room that it takes. */
  void evict() {
    refuse(new BadRequest(408, "the body of the request stalled while others needed the memory"));
  }

  private void closeIf(boolean isTooQuiet) {
    if (isTooQuiet) {
      var unused = channel.close();
    }
  }

  private void refuseIf(boolean isTooSlow, String what) {
    if (isTooSlow) {
      refuse(new BadRequest(408, what + " of the request took too long"));
    }
  }
}

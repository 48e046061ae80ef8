package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.backend.Backend;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A connection to a web server: carries one request at a time, or waits in the pool. */
final class ServerConnection extends ChannelInboundHandlerAdapter {
  private static final int FIRST_FINAL_STATUS = 200;

  private final ConnectionPool pool;
  private final Backend backend;
  private final Channel channel;
  private @Nullable Attempt attempt;
  private boolean isInterim;
  private boolean isKeptAlive;
  private boolean isDetached;
  private long idlePeriods;

  ServerConnection(ConnectionPool pool, Backend backend, Channel channel) {
    this.pool = pool;
    this.backend = backend;
    this.channel = channel;
  }

  Backend backend() {
    return backend;
  }

  boolean isActive() {
    return channel.isActive();
  }

  void carry(Attempt next, boolean isReused) {
    attempt = next;
    next.connected(this, isReused);
  }

  /** Closes it if it waits for too long. */
  void startIdling(EventLoop loop, long millis) {
    long began = ++idlePeriods;
    var unused =
        loop.schedule(
            () -> {
              if (attempt == null && idlePeriods == began && !isDetached) {
                close();
              }
            },
            millis,
            TimeUnit.MILLISECONDS);
  }

  void write(HttpObject part) {
    var unused = channel.write(part);
  }

  void flush() {
    channel.flush();
  }

  void read() {
    channel.read();
  }

  boolean isWritable() {
    return channel.isWritable();
  }

  void close() {
    attempt = null;
    var unused = channel.close();
  }

  /** Takes HTTP off the connection; what follows is for whoever is added to the pipeline. */
  Channel detach() {
    attempt = null;
    isDetached = true;
    return channel;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      read(message);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void read(Object message) {
    Attempt current = attempt;
    if (isDetached) {
      return; // The end of the head that switched.
    }
    if (current == null || !(message instanceof HttpObject part)) {
      close();
      return;
    }
    if (part.decoderResult().isFailure()) {
      current.broken("an invalid answer of " + backend + ": " + part.decoderResult().cause());
      return;
    }
    if (part instanceof HttpResponse head) {
      head(current, head);
    } else if (part instanceof HttpContent content && !isInterim) {
      if (content.content().isReadable()) {
        current.content(content.content());
      }
      if (content instanceof LastHttpContent && attempt == current) {
        end(current);
      }
    }
  }

  private void head(Attempt current, HttpResponse head) {
    int status = head.status().code();
    isInterim =
        status < FIRST_FINAL_STATUS && status != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    if (!isInterim) {
      isKeptAlive = HttpUtil.isKeepAlive(head);
      current.answered(head);
    }
  }

  private void end(Attempt current) {
    attempt = null;
    boolean isUsable = current.ended() && isKeptAlive && channel.isActive();
    if (isUsable) {
      pool.giveBack(this);
    } else if (!isDetached) {
      close();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    Attempt current = attempt;
    if (current == null ? !isDetached : current.wantsContent()) {
      context.read(); // When idle, to notice that the web server closes.
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    Attempt current = attempt;
    if (current != null && context.channel().isWritable()) {
      current.bodyWanted();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    pool.forget(this);
    Attempt current = attempt;
    if (current != null) {
      current.broken(backend + " closed the connection before its answer was complete");
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Attempt current = attempt;
    if (current != null) {
      current.broken("the connection to " + backend + " failed: " + cause.getMessage());
    }
    close();
  }

  /** Removes the codec of a connection that has become a WebSocket. */
  static void removeCodec(Channel channel) {
    channel.pipeline().remove(HttpClientCodec.class);
  }
}

package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.backend.Backend;
import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.Framing;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.proxy.AttemptFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One dispatch of a request to one web server. Everything happens on one event loop. */
final class Attempt {
  /** Hears of the answer. After {@link #ended} or {@link #failed}, or an abort, nothing more. */
  interface Listener {
    /** Whether the request may be sent; asked when there is a connection. */
    boolean maySend();

    /** The request was sent; of a streamed one, its beginning. */
    void sent();

    /** The head of the answer. */
    void answered(HttpResponse head);

    /** A part of the answer; valid during this call. */
    void content(ByteBuf content);

    /** The answer is complete. */
    void ended();

    /** The answer will not come, or not completely. */
    void failed(AttemptFailure failure);

    /** Whether more of the answer is wanted now. */
    boolean wantsContent();

    /** More of a streamed body can be sent now. */
    void bodyWanted();
  }

  private final EventLoop loop;
  private final Backend backend;
  private final OutgoingRequest request;
  private final Listener listener;
  private final long timeoutMillis;
  private @Nullable ServerConnection connection;
  private @Nullable Future<?> timer;
  private boolean isReused;
  private boolean hasSentBody;
  private boolean hasHeard;
  private boolean over;

  Attempt(
      EventLoop loop,
      Backend backend,
      OutgoingRequest request,
      long timeoutMillis,
      Listener listener) {
    this.loop = loop;
    this.backend = backend;
    this.request = request;
    this.timeoutMillis = timeoutMillis;
    this.listener = listener;
  }

  Backend backend() {
    return backend;
  }

  boolean isOver() {
    return over;
  }

  /** There is a connection: sends the request on it. */
  void connected(ServerConnection opened, boolean reused) {
    connection = opened;
    if (!mayBeSent()) {
      return;
    }
    if (!listener.maySend()) {
      fail(AttemptFailure.CLIENT_GONE);
      return;
    }
    isReused = reused;
    hasSentBody = !request.isStreamed();
    restartTimer();
    try {
      opened.write(head());
    } catch (IllegalArgumentException e) {
      broken("the request cannot be written: " + e.getMessage());
      return;
    }
    if (request.isStreamed() && request.whole().body().length > 0) {
      opened.write(new DefaultHttpContent(Unpooled.wrappedBuffer(request.whole().body())));
    }
    opened.flush();
    opened.read();
    listener.sent();
  }

  /** Checked before each part: this process may have been paused, and taken for dead. */
  private boolean mayBeSent() {
    if (!request.lease().isHeld()) {
      fail(
          new AttemptFailure(
              Kind.NOT_ALLOWED, "this gateway has no lease of the group to send the request"));
    }
    return !over;
  }

  /** There is no connection. */
  void notConnected(String reason) {
    fail(new AttemptFailure(Kind.NOT_SENT, reason));
  }

  private HttpRequest head() {
    WholeRequest whole = request.whole();
    HttpMethod method = HttpMethod.valueOf(whole.method());
    Fields fields = whole.fields();
    if (!fields.has("host")) {
      fields = fields.with("Host", backend.address().toString());
    }
    if (request.isUpgrade()) {
      fields = fields.with("Connection", "Upgrade").with("Upgrade", "websocket");
    }
    if (request.isStreamed()) {
      boolean isFixed = request.stream().kind() == Framing.Kind.FIXED;
      fields =
          isFixed
              ? fields.with("Content-Length", Long.toString(request.stream().lengthBytes()))
              : fields.with("Transfer-Encoding", "chunked");
      return new DefaultHttpRequest(
          HttpVersion.HTTP_1_1, method, whole.target(), HttpFields.toNetty(fields));
    }
    if (whole.body().length > 0 || whole.method().equals("POST") || whole.method().equals("PUT")) {
      fields = fields.with("Content-Length", Integer.toString(whole.body().length));
    }
    return new DefaultFullHttpRequest(
        HttpVersion.HTTP_1_1,
        method,
        whole.target(),
        Unpooled.wrappedBuffer(whole.body()),
        HttpFields.toNetty(fields),
        EmptyHttpHeaders.INSTANCE);
  }

  /** Sends more of a streamed body. */
  void writeBody(byte[] part) {
    if (connection != null && !over && mayBeSent()) {
      restartTimer();
      connection.write(new DefaultHttpContent(Unpooled.wrappedBuffer(part)));
      connection.flush();
    }
  }

  /** Sends the end of a streamed body. */
  void endBody() {
    if (connection != null && !over && !hasSentBody && mayBeSent()) {
      hasSentBody = true;
      restartTimer();
      connection.write(LastHttpContent.EMPTY_LAST_CONTENT);
      connection.flush();
    }
  }

  boolean isBodyWritable() {
    return connection != null && !over && connection.isWritable();
  }

  void bodyWanted() {
    if (!over && !hasSentBody) {
      listener.bodyWanted();
    }
  }

  boolean wantsContent() {
    return !over && listener.wantsContent();
  }

  /** The listener wants content again. */
  void readMore() {
    if (connection != null && wantsContent()) {
      restartTimer();
      connection.read();
    }
  }

  void answered(HttpResponse head) {
    if (!over) {
      hasHeard = true;
      restartTimer();
      listener.answered(head);
    }
  }

  void content(ByteBuf content) {
    if (!over) {
      restartTimer();
      listener.content(content);
    }
  }

  /** The answer is complete; returns whether the connection can carry another request. */
  boolean ended() {
    if (over) {
      return false;
    }
    over();
    listener.ended();
    return hasSentBody;
  }

  /** The connection broke. */
  void broken(String reason) {
    boolean isStale = isReused && !hasHeard;
    fail(new AttemptFailure(isStale ? Kind.STALE : Kind.BROKEN, reason));
  }

  /** Ends it without telling the listener. */
  void abort() {
    if (!over) {
      over();
      closeConnection();
    }
  }

  /** Leaves the connection to the caller, as a WebSocket. */
  Channel detach() {
    ServerConnection detached = connection;
    if (detached == null) {
      throw new IllegalStateException("no connection to " + backend);
    }
    over();
    return detached.detach();
  }

  private void fail(AttemptFailure failure) {
    if (!over) {
      over();
      closeConnection();
      listener.failed(failure);
    }
  }

  private void over() {
    over = true;
    if (timer != null) {
      var unused = timer.cancel(false);
    }
  }

  private void closeConnection() {
    if (connection != null) {
      connection.close();
    }
  }

  private void restartTimer() {
    if (timer != null) {
      var unused = timer.cancel(false);
    }
    timer = loop.schedule(this::timedOut, timeoutMillis, TimeUnit.MILLISECONDS);
  }

  /** A client that does not read is no fault of the web server. */
  private void timedOut() {
    if (hasHeard && !over && !listener.wantsContent()) {
      restartTimer();
      return;
    }
    fail(
        new AttemptFailure(
            Kind.TIMEOUT, backend + " has sent nothing for " + timeoutMillis + " ms"));
  }
}

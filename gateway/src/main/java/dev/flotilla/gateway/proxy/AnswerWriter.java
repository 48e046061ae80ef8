package dev.flotilla.gateway.proxy;

import dev.flotilla.dpws.http.message.Channels;
import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.WholeAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;

/** Writes the answer to one request in the form that its client understands. One event loop. */
final class AnswerWriter {
  private static final String LENGTH = "Content-Length";

  private final Channel channel;
  private final boolean isHead;
  private final int minorVersion;
  private boolean keepsAlive;

  /**
   * A writer for a request.
   *
   * @param isHead whether its method is HEAD, so that the answer has no body
   * @param minorVersion the digit after {@code HTTP/1.} in the request
   * @param keepsAlive whether the client wants to send more on this connection
   */
  AnswerWriter(Channel channel, boolean isHead, int minorVersion, boolean keepsAlive) {
    this.channel = channel;
    this.isHead = isHead;
    this.minorVersion = minorVersion;
    this.keepsAlive = keepsAlive;
  }

  /** The connection is closed after this answer. */
  void closeAfterwards() {
    keepsAlive = false;
  }

  boolean keepsAlive() {
    return keepsAlive;
  }

  /** Writes a complete answer; returns the write. */
  ChannelFuture whole(WholeAnswer answer) {
    boolean hasBody = hasBody(answer.status());
    Fields fields =
        hasBody
            ? answer.fields().withOnly(LENGTH, Integer.toString(answer.body().length))
            : answer.fields();
    return channel.writeAndFlush(
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            status(answer),
            hasBody ? Unpooled.wrappedBuffer(answer.body()) : Unpooled.EMPTY_BUFFER,
            HttpFields.toNetty(connected(fields)),
            EmptyHttpHeaders.INSTANCE));
  }

  /** Writes the head of an answer whose body follows in parts. */
  void begin(WholeAnswer head) {
    Fields fields = head.fields();
    if (hasBody(head.status()) && !fields.has(LENGTH)) {
      if (minorVersion == 0) {
        keepsAlive = false; // Its end is the end of the connection.
      } else {
        fields = fields.with("Transfer-Encoding", "chunked");
      }
    }
    flush(
        new DefaultHttpResponse(
            HttpVersion.HTTP_1_1, status(head), HttpFields.toNetty(connected(fields))));
  }

  /** Writes a part of the body, and releases it. */
  void more(ByteBuf content) {
    flush(new DefaultHttpContent(content));
  }

  /** The body is complete. */
  void end() {
    flush(LastHttpContent.EMPTY_LAST_CONTENT);
  }

  /** Writes the answer by which the connection becomes a WebSocket. */
  void switching(WholeAnswer head) {
    Fields fields = head.fields().with("Connection", "Upgrade").with("Upgrade", "websocket");
    flush(new DefaultHttpResponse(HttpVersion.HTTP_1_1, status(head), HttpFields.toNetty(fields)));
  }

  /** Closes the connection as soon as everything is written. */
  void closeWhenWritten() {
    ChannelFuture written = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
    var unused = written.addListener(ChannelFutureListener.CLOSE);
  }

  /** Tells the client that nothing follows what is written, and still reads from it. */
  void endOutput() {
    ChannelFuture written = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
    var unused = written.addListener(done -> Channels.endOutput(channel));
  }

  private boolean hasBody(int status) {
    return !isHead && status != 204 && status != 304 && status >= 200;
  }

  private Fields connected(Fields fields) {
    if (!keepsAlive) {
      return fields.with("Connection", "close");
    }
    return minorVersion == 0 ? fields.with("Connection", "keep-alive") : fields;
  }

  private static HttpResponseStatus status(WholeAnswer answer) {
    return new HttpResponseStatus(answer.status(), answer.reason());
  }

  private void flush(Object message) {
    var unused = channel.writeAndFlush(message);
  }
}

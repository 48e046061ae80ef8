package dev.flotilla.dpws.http;

import dev.flotilla.dpws.soap.SoapFault;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of an endpoint: reads requests, keeps their answers in order, writes those that
 * are ready in one flush.
 *
 * <p>Everything happens on the connection's event loop, except {@link #answered}. While more
 * requests wait for answers than the limit allows, or the peer does not take what is written,
 * nothing more is read: the bound on memory is the peer's own patience. A sweep enforces the
 * deadlines, so that no request pays for a timer of its own.
 */
final class EndpointConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointConnection.class);
  private static final int MAX_BATCH_BYTES = 256 << 10;
  private static final int MIN_BATCH_BYTES = 1 << 10;
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final byte[] CONTINUE = HttpWriter.ascii("HTTP/1.1 100 Continue\r\n\r\n");

  private final Routes routes;
  private final HttpLimits limits;
  private final Channel channel;
  private final HttpParser parser;
  private final ArrayDeque<Answer> waiting = new ArrayDeque<>();
  private final AtomicBoolean drainScheduled = new AtomicBoolean();

  private boolean reading;
  private boolean readPaused;

  /** No more requests are read: an answer that closes the connection is queued. */
  private boolean lastRequestRead;

  private boolean continued;
  private long requestStartedNanos;
  private long quietSinceNanos;
  private long lingerUntilNanos;
  private int batchBytes = MIN_BATCH_BYTES;
  private @Nullable ScheduledFuture<?> sweep;

  EndpointConnection(Routes routes, HttpLimits limits, Channel channel) {
    this.routes = routes;
    this.limits = limits;
    this.channel = channel;
    this.parser =
        new HttpParser(HttpParser.Kind.REQUESTS, limits.maxHeadBytes(), limits.maxEnvelopeBytes());
    this.quietSinceNanos = System.nanoTime();
  }

  /** Called by whoever completes an answer, on any thread. */
  void answered() {
    if (channel.eventLoop().inEventLoop() && reading) {
      return; // The end of the read batch drains.
    }
    if (!drainScheduled.get() && drainScheduled.compareAndSet(false, true)) {
      channel.eventLoop().execute(this::drain);
    }
  }

  void enqueue(Answer answer) {
    waiting.add(answer);
    lastRequestRead |= answer.end() == HttpEnd.CLOSE;
  }

  InetSocketAddress remoteAddress() {
    return (InetSocketAddress) channel.remoteAddress();
  }

  InetSocketAddress localAddress() {
    return (InetSocketAddress) channel.localAddress();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    long shortest =
        Math.min(
            limits.answerTimeout().toMillis(),
            Math.min(limits.requestTimeout().toMillis(), limits.idleTimeout().toMillis()));
    long period = Math.max(20, Math.min(1_000, shortest / 4));
    sweep =
        channel
            .eventLoop()
            .scheduleWithFixedDelay(this::sweep, period, period, TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (sweep != null) {
      sweep.cancel(false);
    }
    waiting.clear();
    lastRequestRead = true;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (!lastRequestRead) {
        if (!parser.isInsideMessage()) {
          requestStartedNanos = System.nanoTime();
        }
        parser.feed(in);
        readRequests();
      }
    } finally {
      in.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    drain();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    resumeOrPause();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("Connection from {} failed", channel.remoteAddress(), cause);
    Channels.close(channel);
  }

  private void readRequests() {
    reading = true;
    try {
      while (!lastRequestRead && waiting.size() < limits.maxInFlightPerConnection()) {
        if (!parser.next()) {
          sendContinueIfAwaited();
          break;
        }
        continued = false;
        readRequest(System.nanoTime());
      }
    } catch (HttpException e) {
      refuse(e.status(), String.valueOf(e.getMessage()));
    } finally {
      reading = false;
    }
  }

  private void readRequest(long nowNanos) {
    requestStartedNanos = nowNanos;
    HttpHead head = parser.head();
    HttpEnd end = head.keepsAlive() ? HttpEnd.KEEP_OPEN : HttpEnd.CLOSE;
    if (head.method().equals("POST")) {
      post(head, end, nowNanos);
    } else if (head.method().equals("GET")) {
      HttpResource resource = routes.resource(head.path());
      enqueue(
          resource == null
              ? FixedAnswer.status(404, end, nowNanos)
              : FixedAnswer.resource(resource, end, nowNanos));
    } else {
      enqueue(FixedAnswer.status(405, end, nowNanos));
    }
  }

  private void post(HttpHead head, HttpEnd end, long nowNanos) {
    SoapService service = routes.service(head.path());
    if (service == null) {
      enqueue(FixedAnswer.status(404, end, nowNanos));
    } else if (!head.mediaType().equals("application/soap+xml") || head.hasContentEncoding()) {
      enqueue(FixedAnswer.status(415, end, nowNanos));
    } else {
      new SoapDispatch(service, this, end, nowNanos)
          .dispatch(parser.bytes(), parser.bodyOffset(), parser.bodyLength(), limits.xml());
    }
  }

  private void sendContinueIfAwaited() {
    if (!continued && parser.awaitsBody() && parser.head().expectsContinue() && waiting.isEmpty()) {
      continued = true;
      Channels.write(channel, channel.alloc().buffer(CONTINUE.length).writeBytes(CONTINUE));
      channel.flush();
    }
  }

  private void refuse(int status, String reason) {
    LOG.debug("Request from {} refused: {}", channel.remoteAddress(), reason);
    enqueue(
        FixedAnswer.fault(
            status, SoapFault.sender(reason), null, HttpEnd.CLOSE, System.nanoTime()));
  }

  /** Writes every answer whose turn it is, and reads on where the limit had stopped it. */
  private void drain() {
    drainScheduled.set(false);
    while (writeReady() && !lastRequestRead && parser.isInsideMessage()) {
      readRequests();
    }
    resumeOrPause();
  }

  private boolean writeReady() {
    Answer next = waiting.peek();
    if (next == null || !next.isReady()) {
      return false;
    }
    HttpEnd end = HttpEnd.KEEP_OPEN;
    while (next != null && next.isReady() && end == HttpEnd.KEEP_OPEN) {
      ByteBuf batch = channel.alloc().heapBuffer(batchBytes);
      while (next != null
          && next.isReady()
          && end == HttpEnd.KEEP_OPEN
          && batch.readableBytes() < MAX_BATCH_BYTES) {
        waiting.poll();
        next.write(batch);
        end = next.end();
        next = waiting.peek();
      }
      batchBytes = Math.max(MIN_BATCH_BYTES, Math.min(MAX_BATCH_BYTES, batch.readableBytes()));
      Channels.write(channel, batch);
    }
    channel.flush();
    quietSinceNanos = System.nanoTime();
    if (end == HttpEnd.CLOSE) {
      linger();
    }
    return true;
  }

  /**
   * Ends the sending side and swallows what still comes: closing with unread bytes would reset the
   * connection and might take the answer away from the peer.
   */
  private void linger() {
    waiting.clear();
    lingerUntilNanos = System.nanoTime() + LINGER_NANOS;
    Channels.endOutput(channel);
  }

  private void resumeOrPause() {
    boolean pause =
        !lastRequestRead
            && (waiting.size() >= limits.maxInFlightPerConnection() || !channel.isWritable());
    if (pause != readPaused) {
      readPaused = pause;
      channel.config().setAutoRead(!pause);
    }
  }

  private void sweep() {
    long now = System.nanoTime();
    Answer oldest = waiting.peek();
    if (lingerUntilNanos != 0) {
      if (now - lingerUntilNanos > 0) {
        Channels.close(channel);
      }
    } else if (oldest != null) {
      if (now - oldest.askedNanos() > limits.answerTimeout().toNanos()) {
        LOG.warn("A request from {} was not answered in time", channel.remoteAddress());
        Channels.close(channel);
      }
    } else if (parser.isInsideMessage()) {
      if (now - requestStartedNanos > limits.requestTimeout().toNanos()) {
        refuse(408, "the request took longer than " + limits.requestTimeout().toMillis() + " ms");
        drain();
      }
    } else if (now - quietSinceNanos > limits.idleTimeout().toNanos()) {
      Channels.close(channel);
    }
  }
}

package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.ConnectionPlace.Stage;
import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.Channels;
import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.http.message.MessageHeads;
import dev.flotilla.dpws.http.message.MessageInput;
import dev.flotilla.dpws.http.message.MessageInput.Step;
import dev.flotilla.dpws.http.message.SocketBuffers;
import dev.flotilla.dpws.soap.KnownEnvelopes;
import dev.flotilla.dpws.tls.TlsKeys;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of an endpoint: reads requests, keeps their answers in order, writes those that
 * are ready in one flush.
 *
 * <p>Everything happens on the connection's event loop, except {@link #answered}. While more
 * requests wait for answers than the limit allows, or the peer does not take what is written,
 * nothing more is read. Answers are written as soon as it is their turn; {@link AnswerOutput}
 * counts what the peer has not taken of them. A sweep enforces the deadlines, so that no request
 * pays for a timer of its own.
 *
 * <p>What a request or an answer takes from a budget belongs to its {@link Answer}, to the input or
 * to the output, and each of them is closed here: an answer when it has been written or its writing
 * has failed, all three when the channel is inactive, which every failure leads to.
 */
final class EndpointConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointConnection.class);
  private static final int MAX_BATCH_BYTES = 256 << 10;
  private static final int MIN_BATCH_BYTES = 1 << 10;

  /** From the opening of a connection until it may make room for another. */
  private static final long SETTLE_MILLIS = 20;

  /**
   * A connection decodes requests so long before the others of its event loop go on, so that one
   * that sends many requests ahead cannot delay the rest.
   */
  private static final long MAX_TURN_NANOS = 500_000;

  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final byte[] CONTINUE = HttpWriter.ascii("HTTP/1.1 100 Continue\r\n\r\n");

  final SharedByConnections shared;
  final Channel channel;
  final ConnectionPlace place;
  final AnswerOutput output;
  final RequestGuard guard;

  /** What its last envelopes were like. On the event loop. */
  final KnownEnvelopes known;

  private final HttpLimits limits;
  private final int maxInFlight;
  private final LongSupplier nanoTime;
  private final Routes routes;
  private final MessageBody body;
  private final MessageInput<RequestHead> input;
  private final ArrayDeque<Answer> waiting = new ArrayDeque<>();
  private final AtomicBoolean drainScheduled = new AtomicBoolean();

  private long turnSinceNanos;
  private boolean isTurnPending;
  private boolean reading;
  private boolean readPaused;
  private boolean isUnwritable;

  /** No more requests are read: an answer that closes the connection is queued. */
  private boolean lastRequestRead;

  private boolean continueAwaited;

  /** When the first byte of the request that comes was there, or could have been read. */
  private long requestSinceNanos;

  private long quietSinceNanos;
  private long lingerUntilNanos;
  private boolean isOutputEnding;
  private boolean isInactive;
  private int batchBytes = MIN_BATCH_BYTES;
  private @Nullable ScheduledFuture<?> sweep;

  EndpointConnection(SharedByConnections shared, Channel channel) {
    this.shared = shared;
    this.limits = shared.limits();
    this.guard = limits.guard();
    this.maxInFlight = limits.maxInFlightPerConnection();
    this.channel = channel;
    this.nanoTime = shared.nanoTime();
    this.quietSinceNanos = nanoTime.getAsLong();
    this.place =
        new ConnectionPlace(channel, remoteAddress().getAddress(), quietSinceNanos, this::arriving);
    this.body =
        new MessageBody(
            limits.maxEnvelopeBytes(),
            shared.requests(),
            place::isKept,
            bytes -> shared.table().makeRoom(place, bytes, shared.requests().isSmall(bytes)));
    this.input =
        new MessageInput<>(
            new RequestDecoder(limits.maxHeadBytes(), limits.maxEnvelopeBytes()),
            this::readHead,
            body,
            limits.maxHeadBytes());
    this.output = new AnswerOutput(channel, shared, this::allAnswersTaken);
    this.routes = shared.routes();
    this.known = new KnownEnvelopes(limits.xml());
  }

  private ByteBudget.Share arriving() {
    return body.share();
  }

  /** It belongs to somebody on whom this device depends. Any thread. */
  void keep() {
    if (!place.isKept()) {
      shared.table().keep(place);
    }
  }

  /** Called by whoever completes an answer, on any thread. */
  void answered() {
    if (channel.eventLoop().inEventLoop() && reading) {
      return; // The end of the read batch drains.
    }
    if (!drainScheduled.get() && drainScheduled.compareAndSet(false, true)) {
      channel.eventLoop().execute(this::drainInTurn);
    }
  }

  /** The request's place in the order of answers; its body is no longer needed. */
  void enqueue(Answer answer) {
    answer.hold(body.release());
    if (isInactive) {
      answer.close();
      return;
    }
    waiting.add(answer);
    lastRequestRead |= answer.end() == HttpEnd.CLOSE;
  }

  /** An answer whose last part is written, and which has others: it stays the next one. */
  void goOn(Answer answer) {
    answer.askedAgain(nanoTime.getAsLong());
    waiting.addFirst(answer);
  }

  InetSocketAddress remoteAddress() {
    return (InetSocketAddress) channel.remoteAddress();
  }

  InetSocketAddress localAddress() {
    return (InetSocketAddress) channel.localAddress();
  }

  /** Who has opened it; null without TLS. */
  @Nullable X509Certificate caller() {
    return limits.keys().isPresent() ? TlsKeys.peerOf(channel) : null;
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
    // The loop reads all of its connections before it comes to this.
    var unused = channel.eventLoop().schedule(place::settle, SETTLE_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (sweep != null) {
      sweep.cancel(false);
    }
    isInactive = true;
    lastRequestRead = true;
    shared.table().remove(place);
    input.close();
    shared.table().left(place);
    forgetWaiting();
    output.close();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    long nowNanos = nanoTime.getAsLong();
    if (!input.isInsideMessage()) {
      requestSinceNanos = nowNanos;
    }
    beginTurn(nowNanos);
    try {
      input.receive(bytes);
      read(nowNanos);
    } finally {
      bytes.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    drain(false);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    isUnwritable = !channel.isWritable();
    resumeOrPause();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("Connection from {} failed", channel.remoteAddress(), cause);
    Channels.close(channel);
  }

  /** Reads what has come, as far as that is wanted now. */
  private void read(long beganNanos) {
    reading = true;
    try {
      long nowNanos = beganNanos;
      boolean isWanted = place.begins(nowNanos) && isWanted(nowNanos);
      while (isWanted) {
        Step step = input.next();
        if (step == Step.MESSAGE && place.move(Stage.BUSY)) {
          continueAwaited = false;
          routes.answer(this, input.head(), body, nowNanos);
        }
        if (step == Step.STARVED || !input.hasUnread()) {
          break;
        }
        nowNanos = nanoTime.getAsLong();
        requestSinceNanos = step == Step.MESSAGE ? nowNanos : requestSinceNanos;
        isWanted = channel.isActive() && isWanted(nowNanos);
      }
    } catch (HttpException e) {
      refuse(e);
    } finally {
      reading = false;
      if (lastRequestRead) {
        input.drop();
      } else {
        input.keep();
        if (input.hasUnread()) {
          resumeOrPause();
        }
      }
    }
  }

  private boolean isWanted(long nowNanos) {
    return !lastRequestRead && waiting.size() < maxInFlight && !isTurnOver(nowNanos);
  }

  private void beginTurn(long nowNanos) {
    if (!isTurnPending) {
      turnSinceNanos = nowNanos;
    }
  }

  /** Whether nothing more may be decoded now; then the next turn waits. */
  private boolean isTurnOver(long nowNanos) {
    if (!isTurnPending && nowNanos - turnSinceNanos > MAX_TURN_NANOS) {
      isTurnPending = true;
      // Not a task for now: the loop would carry it out before it looks at its sockets again.
      var unused = channel.eventLoop().schedule(this::nextTurn, 0, TimeUnit.NANOSECONDS);
    }
    return isTurnPending;
  }

  private void nextTurn() {
    isTurnPending = false;
    drainInTurn();
  }

  private RequestHead readHead(HttpMessage message) throws HttpException {
    HttpRequest request = (HttpRequest) message;
    limits.hosts().check(request, localAddress());
    MessageHeads.requireKnownExpectation(request);
    continueAwaited = HttpUtil.is100ContinueExpected(request);
    return RequestHead.of(request);
  }

  private void refuse(HttpException refusal) {
    readNoMore();
    enqueue(routes.refusal(channel, refusal, nanoTime.getAsLong()));
  }

  private void readNoMore() {
    lastRequestRead = true;
    continueAwaited = false;
    body.discard();
  }

  private void drainInTurn() {
    beginTurn(nanoTime.getAsLong());
    drain(true);
  }

  /** Writes every answer whose turn it is, and reads on where the limit had stopped it. */
  private void drain(boolean decodesFirst) {
    drainScheduled.set(false);
    try {
      if (decodesFirst) {
        readOn();
      }
      while (writeReady() && !lastRequestRead && !isTurnPending && input.isInsideMessage()) {
        readOn();
      }
      if (continueAwaited && waiting.isEmpty()) {
        continueAwaited = false;
        SocketBuffers.send(channel, channel.alloc().buffer(CONTINUE.length).writeBytes(CONTINUE));
      }
      resumeOrPause();
      noteStage();
    } catch (RuntimeException | Error e) {
      // Nobody else would: this may be a task of the event loop, which goes on regardless.
      LOG.warn("Connection from {} closed: its answers failed", channel.remoteAddress(), e);
      Channels.close(channel);
    }
  }

  private void noteStage() {
    if (!waiting.isEmpty() || !output.isAllTaken()) {
      place.move(Stage.BUSY);
    } else if (input.isInsideMessage() || lastRequestRead) {
      place.move(Stage.INCOMPLETE);
    } else if (place.stage() == Stage.BUSY) {
      place.move(Stage.IDLE);
    }
  }

  private void readOn() {
    if (input.isInsideMessage()) {
      read(nanoTime.getAsLong());
    }
  }

  private boolean writeReady() {
    Answer next = waiting.peek();
    if (next == null || !next.isReady()) {
      return false;
    }
    HttpEnd end = HttpEnd.KEEP_OPEN;
    while (next != null && next.isReady() && end == HttpEnd.KEEP_OPEN) {
      ByteBuf batch = channel.alloc().heapBuffer(batchBytes);
      try {
        end = fill(batch);
      } catch (RuntimeException | Error e) {
        batch.release();
        throw e;
      }
      batchBytes = Math.max(MIN_BATCH_BYTES, Math.min(MAX_BATCH_BYTES, batch.readableBytes()));
      if (!output.send(batch)) {
        lastRequestRead = true;
        forgetWaiting();
        return false;
      }
      next = waiting.peek();
    }
    quietSinceNanos = nanoTime.getAsLong();
    if (end == HttpEnd.CLOSE) {
      endOutput();
    }
    return true;
  }

  /** Appends answers whose turn it is; returns what becomes of the connection after the last. */
  private HttpEnd fill(ByteBuf batch) {
    Answer next = waiting.peek();
    HttpEnd end = HttpEnd.KEEP_OPEN;
    while (next != null
        && next.isReady()
        && end == HttpEnd.KEEP_OPEN
        && batch.readableBytes() < MAX_BATCH_BYTES) {
      try (Answer answer = waiting.remove()) {
        if (place.isOnTrial()) {
          readNoMore();
          answer.endIf(waiting.isEmpty());
        }
        answer.writeTo(batch);
        end = answer.end();
      }
      next = waiting.peek();
    }
    return end;
  }

  private void allAnswersTaken() {
    quietSinceNanos = nanoTime.getAsLong();
    place.active(quietSinceNanos);
    if (isOutputEnding) {
      linger();
    } else {
      noteStage();
    }
  }

  private void endOutput() {
    readNoMore();
    forgetWaiting();
    isOutputEnding = true;
    if (output.isAllTaken()) {
      linger();
    }
  }

  /**
   * Ends the sending side and swallows what still comes: closing with unread bytes would reset the
   * connection and might take the answer away from the peer.
   */
  private void linger() {
    place.move(Stage.INCOMPLETE); // Nothing of it is waited for: it may make room.
    lingerUntilNanos = nanoTime.getAsLong() + LINGER_NANOS;
    Channels.endOutput(channel);
  }

  private void forgetWaiting() {
    waiting.forEach(Answer::close);
    waiting.clear();
  }

  private void resumeOrPause() {
    boolean pause =
        !lastRequestRead && (waiting.size() >= maxInFlight || isTurnPending || isUnwritable);
    if (pause != readPaused) {
      readPaused = pause;
      channel.config().setAutoRead(!pause);
    }
  }

  private void sweep() {
    long now = nanoTime.getAsLong();
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
    } else if (!output.isAllTaken()) {
      closeIfNothingIsTaken(now);
    } else if (input.isInsideMessage()) {
      long allowedMillis = limits.requestTimeout().toMillis();
      if (now - requestSinceNanos > limits.requestTimeout().toNanos()) {
        refuse(new HttpException(408, "the request took longer than " + allowedMillis + " ms"));
        drain(false);
      }
    } else if (now - quietSinceNanos > limits.idleTimeout().toNanos()) {
      Channels.close(channel);
    }
  }

  private void closeIfNothingIsTaken(long nowNanos) {
    if (output.hasProgressed()) {
      quietSinceNanos = nowNanos;
    } else if (nowNanos - quietSinceNanos > limits.answerTimeout().toNanos()) {
      LOG.debug("Connection from {} closed: it takes no answers", channel.remoteAddress());
      Channels.close(channel);
    }
  }
}

package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.message.Channels;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.http.message.MessageHeads;
import dev.flotilla.dpws.http.message.MessageInput;
import dev.flotilla.dpws.http.message.MessageInput.Step;
import dev.flotilla.dpws.http.message.SocketBuffers;
import dev.flotilla.dpws.soap.KnownEnvelopes;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.tls.TlsKeys;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a caller: sends calls in order, several in one flush, and gives the responses
 * to them in the same order. Everything happens on one event loop, which the owner shares.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
  private static final int MAX_HEAD_BYTES = 16 << 10;
  private static final int MIN_BATCH_BYTES = 1 << 10;
  private static final int MAX_BATCH_BYTES = 256 << 10;

  private final CallIntake owner;
  private final CallerOptions options;
  private final LongSupplier nanoTime;
  private final int maxInFlight;

  /** None on a connection for one call at a time: it is of no use while that call is overdue. */
  private final long stallNanos;

  private final boolean isSecure;
  private final MessageBody body;
  private final MessageInput<ResponseHead> input;
  private final KnownEnvelopes known;

  /** Another form than XML, which is offered until an answer comes in it; null for none. */
  private final @Nullable MessageEncoding encoding;

  private boolean isEncodingUnderstood;
  private final ArrayDeque<PendingCall<?, ?>> inFlight = new ArrayDeque<>();
  private @Nullable Channel channel;
  private @Nullable ByteBuf batch;
  private int batchBytes = MIN_BATCH_BYTES;
  private boolean usable;
  private boolean reading;
  private boolean closed;
  private boolean hasAnswered;
  private long quietSinceNanos;

  ClientConnection(CallIntake owner) {
    this.owner = owner;
    this.options = owner.options;
    this.nanoTime = owner.nanoTime;
    this.maxInFlight = options.maxInFlightPerConnection();
    this.stallNanos = maxInFlight == 1 ? 0 : options.stallTimeout().toNanos();
    this.isSecure = options.keys().isPresent();
    this.body = new MessageBody(options.maxEnvelopeBytes(), owner.budget);
    this.input =
        new MessageInput<>(
            new ResponseDecoder(MAX_HEAD_BYTES), ResponseHead::new, body, MAX_HEAD_BYTES);
    this.known = new KnownEnvelopes(options.xml());
    this.encoding = options.encoding().orElse(null);
  }

  /** Starts to open a connection; the owner hears of it. To be called on the event loop. */
  static void open(CallIntake owner) {
    Target target = owner.target;
    ClientConnection connection = new ClientConnection(owner);
    if (!target.scheme().equals(owner.options.scheme())) {
      owner.loop.execute(() -> owner.closed(connection, wrongScheme(target, owner.options)));
      return;
    }
    var unused =
        target
            .resolve(owner.loops.ports().names())
            .whenCompleteAsync(
                (address, failure) -> {
                  if (failure == null) {
                    connection.connect(owner.loop, address);
                  } else {
                    owner.closed(connection, failure);
                  }
                },
                owner.loop);
  }

  /** Whether one more call may be sent. */
  boolean hasRoom() {
    return usable && inFlight.size() < maxInFlight;
  }

  /** How many calls wait for their responses. */
  int inFlight() {
    return inFlight.size();
  }

  boolean isUsable() {
    return usable;
  }

  /** Adds a call to what the next {@link #flush} sends. */
  void send(PendingCall<?, ?> call) {
    if (batch == null && channel != null) {
      batch = channel.alloc().heapBuffer(batchBytes);
    }
    if (batch == null) {
      throw new IllegalStateException("a call is sent on a connection that is not open");
    }
    int start = batch.writerIndex();
    try {
      write(call, batch);
      inFlight.add(call);
    } catch (RuntimeException | Error e) {
      // No byte of it has left the batch; the other calls in it are whole.
      batch.writerIndex(start);
      call.fail(Kind.NOT_SENT, "the request cannot be written: " + e.getMessage(), e);
    }
    if (batch.readableBytes() > MAX_BATCH_BYTES) {
      flush();
    }
  }

  private <Q> void write(PendingCall<Q, ?> call, ByteBuf out) {
    MessageEncoding used = isEncodingUnderstood ? encoding : null;
    int start;
    if (encoding == null) {
      start = HttpWriter.begin(out, call.target.soapHead);
    } else if (used == null) {
      start = HttpWriter.beginOffer(out, call.target.requestHead(), encoding);
    } else {
      start = HttpWriter.beginEncoded(out, call.target.requestHead(), used);
    }
    known.write(out, call.header, call.operation.requestWriter(), call.request);
    if (used == null) {
      HttpWriter.endBody(out, start);
    } else {
      HttpWriter.endEncoded(out, start, used);
    }
  }

  /** Sends what has been added. */
  void flush() {
    if (batch != null && channel != null) {
      ByteBuf full = batch;
      batch = null;
      batchBytes = Math.max(MIN_BATCH_BYTES, Math.min(MAX_BATCH_BYTES, full.readableBytes()));
      SocketBuffers.send(channel, full);
    }
  }

  void close() {
    usable = false;
    if (channel != null) {
      Channels.close(channel);
    }
  }

  /**
   * Fails calls whose time is over; gives the connection up when it stalls, or is idle for too
   * long.
   *
   * @return in how many nanoseconds there is something to do again
   */
  long expire(long nowNanos) {
    long next = Long.MAX_VALUE;
    for (PendingCall<?, ?> call : inFlight) {
      if (call.outcome.isDone()) {
        continue;
      }
      if (nowNanos - call.deadlineNanos >= 0) {
        call.fail(Kind.TIMEOUT, "no answer of " + call.target.uri() + " in time", null);
      } else {
        next = Math.min(next, call.deadlineNanos - nowNanos);
      }
    }
    PendingCall<?, ?> oldest = inFlight.peek();
    long closeIn =
        oldest == null
            ? quietSinceNanos + options.idleTimeout().toNanos() - nowNanos
            : oldest.deadlineNanos + stallNanos - nowNanos;
    if (closeIn <= 0) {
      close();
    }
    return Math.min(next, Math.max(closeIn, 0));
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    channel = context.channel();
    usable = true;
    quietSinceNanos = nanoTime.getAsLong();
    owner.opened(this);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    try {
      // A response may end with its connection.
      if (usable && input.end()) {
        readMessage(input.head(), context.channel());
      }
    } catch (HttpException e) {
      usable = false; // It ended within a message: it broke, like every call on it.
    }
    closed(null);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      if (usable) {
        if (!reading) {
          reading = true;
          owner.beginBatch();
        }
        input.receive(bytes);
        read(context.channel());
      }
    } finally {
      bytes.release();
    }
  }

  private void read(Channel from) {
    try {
      Step step;
      do {
        step = input.next();
        if (step == Step.MESSAGE) {
          readMessage(input.head(), from);
        }
      } while (step != Step.STARVED && usable && input.hasUnread());
    } catch (HttpException e) {
      if (from.isActive()) {
        failOldest("it cannot be taken: " + e.getMessage());
      } // else the connection ended within a head: it broke, like every other call on it.
      close();
    } finally {
      input.keep();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    reading = false;
    quietSinceNanos = nanoTime.getAsLong();
    owner.answered();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // What fails the decoder is in its exception.
    closed(
        cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause);
    close();
  }

  /** There is no way from https to http or back: who has keys wants to know who answers. */
  private static ConnectException wrongScheme(Target target, CallerOptions options) {
    return new ConnectException(
        options.keys().isPresent()
            ? "with keys only https addresses are called, not " + target.uri()
            : "an https address is called with keys only (--keys DIR), not " + target.uri());
  }

  private void connect(EventLoop loop, InetSocketAddress address) {
    new Bootstrap()
        .group(loop)
        .channelFactory(owner.loops.ports().sockets())
        .disableResolver()
        .option(ChannelOption.TCP_NODELAY, true)
        .option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS,
            (int) Math.min(Integer.MAX_VALUE, options.connectTimeout().toMillis()))
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel opened) {
                options
                    .keys()
                    .ifPresentOrElse(
                        it ->
                            it.secureOpened(
                                opened, address, options.connectTimeout(), options.peer()),
                        () -> SocketBuffers.install(opened));
                opened.pipeline().addLast(ClientConnection.this);
              }
            })
        .connect(address)
        .addListener(
            connected -> {
              // Without a socket, for example for want of file descriptors, this is another thread.
              if (!connected.isSuccess()) {
                loop.execute(() -> owner.closed(this, connected.cause()));
              }
            });
  }

  private void readMessage(ResponseHead head, Channel from) throws HttpException {
    if (head.status == HttpResponseStatus.SWITCHING_PROTOCOLS.code()) {
      throw new HttpException(502, "it switches to a protocol that nobody asked for");
    }
    if (head.status < HttpResponseStatus.OK.code()) {
      return;
    }
    hasAnswered = true;
    PendingCall<?, ?> call = inFlight.poll();
    if (call == null) {
      close(); // A response that nobody asked for: the connection is out of step.
      return;
    }
    boolean inStep;
    try {
      inStep = answer(call, head, isSecure ? TlsKeys.peerOf(from) : null);
    } finally {
      body.discard();
    }
    if (!inStep || head.isLast || !from.isActive()) {
      close();
    }
  }

  /**
   * Gives a response to its call.
   *
   * @param peer the certificate of the one that answers; null without TLS
   * @return false when it answers another request, so that the connection is out of step
   */
  private boolean answer(
      PendingCall<?, ?> call, ResponseHead head, @Nullable X509Certificate peer) {
    if (call.outcome.isDone()) {
      return true; // It timed out; its place in the order is all that is left of it.
    }
    boolean isEncoded =
        !head.isSoap
            && encoding != null
            && MessageHeads.isOf(head.response, encoding.contentType());
    if (body.length() == 0 || !(head.isSoap || isEncoded)) {
      call.readEmpty(head);
      return true;
    }
    try {
      SoapReader in = isEncoded ? null : known.open(body.array(), body.offset(), body.length());
      return in == null
          ? call.read(parse(isEncoded), body, isEncoded ? null : known, peer)
          : call.read(in, body, null, peer);
    } catch (XmlException | SoapFaultException | RuntimeException e) {
      // Whatever a reader throws: the call has left the queue, and this is all that can end it.
      call.fail(Kind.MALFORMED, "the answer of " + call.target.uri() + ": " + e.getMessage(), e);
      return true;
    }
  }

  private SoapReader parse(boolean isEncoded) throws XmlException, SoapFaultException {
    byte[] xml = body.array();
    int offset = body.offset();
    int length = body.length();
    if (isEncoded && encoding != null) {
      isEncodingUnderstood = true;
      xml = encoding.decode(body.fromStart(), length, options.maxEnvelopeBytes());
      offset = 0;
      length = xml.length;
    }
    return SoapReader.open(XmlReader.of(xml, offset, length, options.xml()));
  }

  private static String words(@Nullable Throwable cause) {
    String message = cause == null ? "" : String.valueOf(cause.getMessage());
    return message.startsWith("Received fatal alert")
        ? "it does not accept this side's certificate (" + message + ")"
        : message;
  }

  private void failOldest(String why) {
    PendingCall<?, ?> call = inFlight.poll();
    if (call != null) {
      call.fail(Kind.MALFORMED, "the answer of " + call.target.uri() + ": " + why, null);
    }
  }

  private void closed(@Nullable Throwable cause) {
    if (closed) {
      return;
    }
    closed = true;
    usable = false;
    input.close();
    if (batch != null) {
      batch.release();
      batch = null;
    }
    // A server tells of a certificate that it refuses before it reads any request.
    boolean isRefused = cause instanceof SSLHandshakeException && !hasAnswered;
    PendingCall<?, ?> call;
    while ((call = inFlight.poll()) != null) {
      String authority = call.target.authority();
      if (isRefused) {
        call.fail(Kind.NOT_SENT, "no connection to " + authority + ": " + words(cause), cause);
      } else {
        call.fail(Kind.BROKEN, "the connection to " + authority + " broke", cause);
      }
    }
    if (reading) {
      reading = false;
      owner.answered();
    }
    owner.closed(this, cause);
  }
}

package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.Channels;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.http.message.MessageInput;
import dev.flotilla.dpws.http.message.MessageInput.Step;
import dev.flotilla.dpws.http.message.SocketBuffers;
import dev.flotilla.dpws.tls.TlsKeys;
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
import java.util.ArrayDeque;
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

  private final EventLoops loops;
  private final Owner owner;
  private final CallerOptions options;
  private final int maxInFlight;

  /** None on a connection for one call at a time: it is of no use while that call is overdue. */
  private final long stallNanos;

  private final MessageBody body;
  private final MessageInput<ResponseHead> input;
  private final Encodings encodings;
  private final ArrayDeque<PendingCall<?, ?>> inFlight = new ArrayDeque<>();
  private @Nullable Channel channel;
  private @Nullable ByteBuf batch;
  private int batchBytes = MIN_BATCH_BYTES;
  private boolean usable;
  private boolean reading;
  private boolean closed;
  private boolean hasAnswered;
  private long quietSinceNanos;

  /** Who opened the connection. Called on the event loop. */
  interface Owner {
    /** The connection can be used. */
    void opened(ClientConnection connection);

    /** Bytes have come, and are about to be read. */
    void reading(ClientConnection connection);

    /** All that had come has been read, and the calls have been answered. */
    void answered(ClientConnection connection);

    /** The connection could not be opened or is closed; its calls have failed. */
    void closed(ClientConnection connection, @Nullable Throwable cause);
  }

  ClientConnection(EventLoops loops, Owner owner, CallerOptions options, ByteBudget budget) {
    this.loops = loops;
    this.owner = owner;
    this.options = options;
    this.maxInFlight = options.maxInFlightPerConnection();
    this.stallNanos = maxInFlight == 1 ? 0 : options.stallTimeout().toNanos();
    this.body = new MessageBody(options.maxEnvelopeBytes(), budget);
    this.input =
        new MessageInput<>(
            new ResponseDecoder(MAX_HEAD_BYTES), ResponseHead::of, body, MAX_HEAD_BYTES);
    this.encodings = new Encodings(options.encoding(), options.maxEnvelopeBytes(), options.xml());
  }

  /**
   * Starts to open a connection; the owner hears of it. To be called on the event loop.
   *
   * @param loop one of the loops, on which everything happens
   */
  static ClientConnection open(
      EventLoops loops,
      EventLoop loop,
      Target target,
      CallerOptions options,
      ByteBudget budget,
      Owner owner) {
    ClientConnection connection = new ClientConnection(loops, owner, options, budget);
    if (!target.scheme().equals(options.scheme())) {
      loop.execute(() -> owner.closed(connection, wrongScheme(target, options)));
      return connection;
    }
    var unused =
        target
            .resolve(loops.ports().names())
            .whenCompleteAsync(
                (address, failure) -> {
                  if (failure == null) {
                    connection.connect(loop, address);
                  } else {
                    owner.closed(connection, failure);
                  }
                },
                loop);
    return connection;
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
      call.write(batch, encodings);
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

  /** Sends what has been added. */
  void flush() {
    if (batch != null && channel != null) {
      ByteBuf full = batch;
      batch = null;
      batchBytes = Math.max(MIN_BATCH_BYTES, Math.min(MAX_BATCH_BYTES, full.readableBytes()));
      Channels.send(channel, full);
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
      if (call.isDone()) {
        continue;
      }
      if (nowNanos - call.deadlineNanos() >= 0) {
        call.fail(Kind.TIMEOUT, "no answer of " + call.target().uri() + " in time", null);
      } else {
        next = Math.min(next, call.deadlineNanos() - nowNanos);
      }
    }
    PendingCall<?, ?> oldest = inFlight.peek();
    long closeIn =
        oldest == null
            ? quietSinceNanos + options.idleTimeout().toNanos() - nowNanos
            : oldest.deadlineNanos() + stallNanos - nowNanos;
    if (closeIn <= 0) {
      close();
    }
    return Math.min(next, Math.max(closeIn, 0));
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    channel = context.channel();
    usable = true;
    quietSinceNanos = loops.nanoTime();
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
          owner.reading(this);
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
    quietSinceNanos = loops.nanoTime();
    owner.answered(this);
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
        .channelFactory(loops.ports().sockets())
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
    if (head.status() == HttpResponseStatus.SWITCHING_PROTOCOLS.code()) {
      throw new HttpException(502, "it switches to a protocol that nobody asked for");
    }
    if (head.isInformational()) {
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
      inStep =
          call.read(
              head, body, encodings, options.keys().isPresent() ? TlsKeys.peerOf(from) : null);
    } finally {
      body.discard();
    }
    if (!inStep || head.isLast() || !from.isActive()) {
      close();
    }
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
      call.fail(Kind.MALFORMED, "the answer of " + call.target().uri() + ": " + why, null);
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
      String authority = call.target().authority();
      if (isRefused) {
        call.fail(Kind.NOT_SENT, "no connection to " + authority + ": " + words(cause), cause);
      } else {
        call.fail(Kind.BROKEN, "the connection to " + authority + " broke", cause);
      }
    }
    if (reading) {
      reading = false;
      owner.answered(this);
    }
    owner.closed(this, cause);
  }
}

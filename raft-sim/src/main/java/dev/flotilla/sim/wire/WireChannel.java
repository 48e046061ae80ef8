package dev.flotilla.sim.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One end of a connection. What is read comes in pieces of any size. */
final class WireChannel extends AbstractChannel implements DuplexChannel {
  private static final ChannelMetadata METADATA = new ChannelMetadata(/* hasDisconnect= */ false);

  /** So many bytes may be under way or unread; a sender waits beyond that. */
  private static final int WINDOW_BYTES = 64 * 1024;

  private static final int CUT_RARITY = 4;
  private static final int MAX_CUTS = 4;

  private final WireProcess process;
  private final ChannelConfig config;
  private final ArrayDeque<byte[]> unread = new ArrayDeque<>();
  private @Nullable WireChannel peer;
  private @Nullable Stream out;
  private @Nullable ChannelPromise connecting;
  private boolean open = true;
  private boolean active;
  private boolean readAwaited;
  private boolean readPlanned;
  private boolean ended;
  private boolean outputShut;
  private int heldBytes;

  WireChannel(WireProcess process, @Nullable Channel parent) {
    super(parent, process.network().nextId());
    this.process = process;
    this.config = new WireConfig(this, process);
    process.opened(this);
  }

  WireProcess process() {
    return process;
  }

  /** Whether it still wants to be connected. */
  boolean isWaiting() {
    return process.isAlive() && open && peer == null && connecting != null;
  }

  void join(WireChannel other) {
    peer = other;
    out = new Stream(process.network(), process.host(), other.process.host(), other::arrived);
  }

  /** Accepts: this end is open at once, the other when it hears of it. */
  void greet() {
    active = true;
    Objects.requireNonNull(out).say(Stream.Kind.OPENED);
  }

  void failed(Exception why) {
    process
        .loop()
        .execute(
            () -> {
              ChannelPromise promise = connecting;
              connecting = null;
              if (promise != null && promise.tryFailure(why)) {
                unsafe().close(unsafe().voidPromise());
              }
            });
  }

  /** Tells the other end that this one is gone. */
  void resetPeer() {
    open = false;
    if (out != null) {
      out.say(Stream.Kind.RESET);
    }
  }

  private void arrived(Stream.Segment segment) {
    if (!process.isAlive() || !open) {
      answerForTheDead(segment);
      return;
    }
    switch (segment.kind) {
      case DATA -> {
        unread.add(segment.bytes);
        planRead();
      }
      case OPENED -> process.loop().execute(this::connected);
      case END -> {
        ended = true;
        planRead();
      }
      case RESET -> process.loop().execute(this::reset);
    }
  }

  /** The host of a process that ended knows nothing of the connection, once it runs again. */
  private void answerForTheDead(Stream.Segment segment) {
    boolean isNews = segment.kind == Stream.Kind.DATA || segment.kind == Stream.Kind.OPENED;
    if (out != null && isNews && !process.isSilent()) {
      out.say(Stream.Kind.RESET);
    }
  }

  private void connected() {
    ChannelPromise promise = connecting;
    connecting = null;
    if (promise == null || !open) {
      return;
    }
    active = true;
    if (promise.trySuccess()) {
      pipeline().fireChannelActive();
    } else {
      unsafe().close(unsafe().voidPromise());
    }
    planRead();
  }

  private void reset() {
    if (!open) {
      return;
    }
    unread.clear();
    if (connecting != null) {
      failed(WireNetwork.reset());
      return;
    }
    pipeline().fireExceptionCaught(WireNetwork.reset());
    unsafe().close(unsafe().voidPromise());
  }

  private void planRead() {
    if (readAwaited && !readPlanned && (!unread.isEmpty() || ended)) {
      readPlanned = true;
      process.loop().execute(this::readSome);
    }
  }

  private void readSome() {
    readPlanned = false;
    if (!active || !open || !readAwaited) {
      return;
    }
    readAwaited = false;
    if (unread.isEmpty()) {
      if (ended) {
        unsafe().close(unsafe().voidPromise());
      }
      return;
    }
    byte[] all = joined();
    int pieces =
        process.network().random().nextInt(CUT_RARITY) == 0
            ? 1 + process.network().random().nextInt(MAX_CUTS)
            : 1;
    int at = 0;
    for (int piece = 1; piece <= pieces && open; piece++) {
      int left = all.length - at;
      int length =
          piece == pieces || left <= 1 ? left : 1 + process.network().random().nextInt(left);
      if (length > 0) {
        ByteBuf read = alloc().heapBuffer(length).writeBytes(all, at, length);
        at += length;
        pipeline().fireChannelRead(read);
        if (piece < pieces && process.network().random().nextBoolean()) {
          pipeline().fireChannelReadComplete();
        }
      }
    }
    taken(all.length);
    pipeline().fireChannelReadComplete();
  }

  private byte[] joined() {
    if (unread.size() == 1) {
      return unread.remove();
    }
    int length = unread.stream().mapToInt(it -> it.length).sum();
    byte[] all = new byte[length];
    int at = 0;
    byte[] next;
    while ((next = unread.poll()) != null) {
      System.arraycopy(next, 0, all, at, next.length);
      at += next.length;
    }
    return all;
  }

  private void taken(int bytes) {
    WireChannel sender = peer;
    if (sender != null) {
      boolean waits = sender.heldBytes >= WINDOW_BYTES;
      sender.heldBytes -= bytes;
      if (waits) {
        sender.process.loop().execute(() -> ((WireUnsafe) sender.unsafe()).flushOn());
      }
    }
  }

  @Override
  protected void doWrite(ChannelOutboundBuffer waiting) {
    Stream to = Objects.requireNonNull(out);
    while (waiting.current() instanceof ByteBuf next) {
      int length = Math.min(next.readableBytes(), WINDOW_BYTES - heldBytes);
      if (length <= 0 && next.isReadable()) {
        return;
      }
      if (length > 0) {
        byte[] bytes = new byte[length];
        next.readBytes(bytes);
        heldBytes += length;
        to.data(bytes);
        waiting.progress(length);
      }
      if (!next.isReadable()) {
        boolean unused = waiting.remove();
      }
    }
  }

  @Override
  protected Object filterOutboundMessage(Object message) {
    if (message instanceof ByteBuf) {
      return message;
    }
    throw new UnsupportedOperationException("bytes only, not " + message);
  }

  @Override
  protected void doBeginRead() {
    readAwaited = true;
    planRead();
  }

  @Override
  protected void doClose() {
    open = false;
    active = false;
    process.closed(this);
    if (out != null) {
      out.say(unread.isEmpty() ? Stream.Kind.END : Stream.Kind.RESET);
    }
    unread.clear();
    ChannelPromise promise = connecting;
    connecting = null;
    if (promise != null) {
      boolean unused = promise.tryFailure(new ClosedChannelException());
    }
  }

  @Override
  protected void doShutdownOutput() {
    outputShut = true;
    Objects.requireNonNull(out).say(Stream.Kind.END);
  }

  @Override
  protected void doDisconnect() {
    doClose();
  }

  @Override
  protected void doBind(SocketAddress localAddress) {}

  @Override
  protected boolean isCompatible(EventLoop loop) {
    return loop instanceof WireLoop;
  }

  @Override
  protected SocketAddress localAddress0() {
    return process.address();
  }

  @Override
  protected @Nullable SocketAddress remoteAddress0() {
    return peer == null ? null : peer.process.address();
  }

  @Override
  public ChannelConfig config() {
    return config;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isActive() {
    return active && open;
  }

  @Override
  public ChannelMetadata metadata() {
    return METADATA;
  }

  @Override
  protected AbstractUnsafe newUnsafe() {
    return new WireUnsafe();
  }

  /** What is special about these channels. */
  private final class WireUnsafe extends AbstractUnsafe {
    @Override
    public void connect(
        SocketAddress remote, @Nullable SocketAddress local, ChannelPromise promise) {
      if (!promise.setUncancellable() || !ensureOpen(promise)) {
        return;
      }
      connecting = promise;
      process.network().connect(WireChannel.this, remote);
      var unused =
          eventLoop()
              .schedule(
                  () -> {
                    if (connecting != null) {
                      failed(new ConnectTimeoutException("connection timed out: " + remote));
                    }
                  },
                  config.getConnectTimeoutMillis(),
                  TimeUnit.MILLISECONDS);
    }

    void flushOn() {
      flush0();
    }
  }

  @Override
  public boolean isInputShutdown() {
    return ended;
  }

  @Override
  public boolean isOutputShutdown() {
    return outputShut;
  }

  @Override
  public boolean isShutdown() {
    return ended && outputShut;
  }

  @Override
  public ChannelFuture shutdownOutput() {
    return shutdownOutput(newPromise());
  }

  @Override
  public ChannelFuture shutdownOutput(ChannelPromise promise) {
    ((AbstractUnsafe) unsafe()).shutdownOutput(promise);
    return promise;
  }

  @Override
  public ChannelFuture shutdownInput() {
    throw new UnsupportedOperationException("nobody needs that");
  }

  @Override
  public ChannelFuture shutdownInput(ChannelPromise promise) {
    return shutdownInput();
  }

  @Override
  public ChannelFuture shutdown() {
    return shutdownInput();
  }

  @Override
  public ChannelFuture shutdown(ChannelPromise promise) {
    return shutdownInput();
  }
}

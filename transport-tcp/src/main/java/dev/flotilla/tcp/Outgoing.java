package dev.flotilla.tcp;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.tls.SharedNetwork;
import dev.flotilla.node.transport.TransportPeer;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one other server, on which frames go out and nothing comes back. Any thread;
 * nothing blocks.
 */
final class Outgoing {
  private static final Logger LOG = LoggerFactory.getLogger(Outgoing.class);
  private static final int CONNECT_MILLIS = 1_000;
  private static final long PAUSE_NANOS = 50_000_000;
  private static final int MAX_FLUSHES = 256;
  private static final int MAX_PORT = 65_535;

  /** A frame that finds more than this waiting is dropped. */
  private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(1 << 20, 2 << 20);

  private final TransportPeer peer;
  private final SharedNetwork network;
  private volatile @Nullable Channel open;
  private volatile boolean isClosed;

  // Guarded by this.
  private @Nullable Channel connecting;
  private boolean isConnecting;
  private @Nullable Long triedNanos;

  Outgoing(TransportPeer peer, SharedNetwork network) {
    this.peer = peer;
    this.network = network;
  }

  boolean isDown() {
    return open == null;
  }

  boolean send(byte[] frame) {
    Channel channel = open;
    if (channel == null) {
      connect();
      return false;
    }
    if (channel.isWritable()) {
      ByteBuf bytes = channel.alloc().ioBuffer(Integer.BYTES + frame.length);
      var unused =
          channel.writeAndFlush(
              bytes.writeInt(frame.length).writeBytes(frame), channel.voidPromise());
    }
    return true;
  }

  private void connect() {
    synchronized (this) {
      long nowNanos = network.loops().nanoTime();
      Long tried = triedNanos;
      if (isClosed || isConnecting || (tried != null && nowNanos - tried < PAUSE_NANOS)) {
        return;
      }
      triedNanos = nowNanos;
      isConnecting = true;
    }
    int port = port();
    if (port == 0) {
      failed("'%s' is no port".formatted(peer.address()));
      return;
    }
    var unused =
        network
            .loops()
            .ports()
            .names()
            .apply(peer.host())
            .whenComplete(
                (address, failure) -> {
                  if (address == null) {
                    failed(String.valueOf(failure));
                  } else {
                    connect(address, port);
                  }
                });
  }

  private int port() {
    try {
      int port = Integer.parseInt(peer.address());
      return port > 0 && port <= MAX_PORT ? port : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void connect(InetAddress address, int port) {
    EventLoops loops = network.loops();
    InetSocketAddress there = new InetSocketAddress(address, port);
    ChannelFuture connected =
        new Bootstrap()
            .group(loops.group())
            .channelFactory(loops.ports().sockets())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    prepare(channel, there);
                  }
                })
            .connect(there);
    Channel channel = connected.channel();
    synchronized (this) {
      connecting = channel;
    }
    var unusedListener = channel.closeFuture().addListener(done -> ended(channel));
    var unusedResult =
        connected.addListener(
            done -> {
              if (!done.isSuccess()) {
                failed(String.valueOf(done.cause().getMessage()));
              } else if (isClosed) {
                var unused = channel.close();
              }
            });
  }

  private void prepare(Channel channel, InetSocketAddress there) {
    network
        .keys()
        .ifPresent(
            keys ->
                keys.secureOpened(
                    channel,
                    there,
                    Duration.ofMillis(CONNECT_MILLIS),
                    network.check(peer.member())));
    channel.pipeline().addLast(new FlushConsolidationHandler(MAX_FLUSHES, true), new Opening());
  }

  /** The connection is there, and with keys the other side is who it should be. */
  private final class Opening extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext context) {
      var unused = context.writeAndFlush(Unpooled.wrappedBuffer(FrameDecoder.preface()));
      opened(context.channel());
    }

    /** Nothing comes back by this protocol, so something else lives there. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
      var unused = context.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      LOG.debug("Connection to {} ends: {}", peer, cause.toString());
      var unused = context.close();
    }
  }

  private synchronized void opened(Channel channel) {
    isConnecting = false;
    if (isClosed) {
      var unused = channel.close();
    } else {
      open = channel;
    }
  }

  private synchronized void failed(String reason) {
    isConnecting = false;
    LOG.debug("No connection to {}: {}", peer, reason);
  }

  private synchronized void ended(Channel channel) {
    if (connecting == channel) {
      connecting = null;
      isConnecting = false;
      open = null;
    }
  }

  void close() {
    isClosed = true;
    Channel last;
    synchronized (this) {
      last = connecting;
      open = null;
    }
    if (last != null) {
      var unused = last.close();
    }
  }
}

package dev.flotilla.gateway.proxy;

import dev.flotilla.dpws.NetworkPorts;
import dev.flotilla.gateway.backend.Backend;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connections of one event loop to web servers. */
final class ConnectionPool {
  private static final int MAX_IDLE = 64;

  /** Shorter than web servers usually wait, since a request may cross the close of a connection. */
  private static final long IDLE_MILLIS = 4_000;

  private static final int MAX_LINE_BYTES = 8 << 10;
  private static final int MAX_HEAD_BYTES = 64 << 10;
  private static final int MAX_PART_BYTES = 16 << 10;

  /** What a connection reads at once, and holds before it is written: of streams, it holds both. */
  static final RecvByteBufAllocator READS =
      new AdaptiveRecvByteBufAllocator(512, 2 << 10, 16 << 10);

  static final WriteBufferWaterMark WRITES = new WriteBufferWaterMark(8 << 10, 16 << 10);

  private final EventLoop loop;
  private final NetworkPorts ports;
  private final int connectMillis;
  private final Map<Backend, ArrayDeque<ServerConnection>> idle = new HashMap<>();

  ConnectionPool(EventLoop loop, NetworkPorts ports, int connectMillis) {
    this.loop = loop;
    this.ports = ports;
    this.connectMillis = connectMillis;
  }

  /** Gives an attempt a connection: one that waits, or a new one. */
  void connect(Attempt attempt, boolean needsNew) {
    ArrayDeque<ServerConnection> waiting = idle.get(attempt.backend());
    if (waiting != null && !needsNew) {
      for (ServerConnection c = waiting.pollLast(); c != null; c = waiting.pollLast()) {
        if (c.isActive()) {
          c.carry(attempt, true);
          return;
        }
      }
    }
    var unused =
        ports
            .names()
            .apply(attempt.backend().address().host())
            .whenComplete((found, failure) -> runHere(() -> looked(attempt, found, failure)));
  }

  private void runHere(Runnable task) {
    if (loop.inEventLoop()) {
      task.run();
    } else {
      loop.execute(task);
    }
  }

  private void looked(Attempt attempt, @Nullable InetAddress found, @Nullable Throwable failure) {
    if (found == null) {
      attempt.notConnected(
          "the address of %s cannot be found: %s".formatted(attempt.backend(), failure));
    } else if (!attempt.isOver()) {
      open(attempt, new InetSocketAddress(found, attempt.backend().address().port()));
    }
  }

  private void open(Attempt attempt, InetSocketAddress address) {
    var unused =
        new Bootstrap()
            .group(loop)
            .channelFactory(ports.sockets())
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.AUTO_READ, false)
            .option(ChannelOption.RECVBUF_ALLOCATOR, READS)
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITES)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    prepare(channel, attempt.backend());
                  }
                })
            .connect(address)
            .addListener(
                (ChannelFutureListener)
                    connected -> opened(attempt, connected.channel(), connected.cause()));
  }

  private void prepare(Channel channel, Backend backend) {
    HttpDecoderConfig config =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEAD_BYTES)
            .setMaxChunkSize(MAX_PART_BYTES)
            .setAllowDuplicateContentLengths(false);
    channel
        .pipeline()
        .addLast(new HttpClientCodec(config, false, true))
        .addLast(new ServerConnection(this, backend, channel));
  }

  private static void opened(Attempt attempt, Channel channel, @Nullable Throwable failure) {
    if (failure != null) {
      attempt.notConnected(
          "no connection to %s: %s"
              .formatted(attempt.backend(), String.valueOf(failure.getMessage())));
    } else if (attempt.isOver()) {
      var unused = channel.close();
    } else {
      channel.pipeline().get(ServerConnection.class).carry(attempt, false);
    }
  }

  /** Keeps a connection for later requests. */
  void giveBack(ServerConnection connection) {
    ArrayDeque<ServerConnection> waiting =
        idle.computeIfAbsent(connection.backend(), backend -> new ArrayDeque<>());
    if (waiting.size() >= MAX_IDLE) {
      connection.close();
      return;
    }
    waiting.addLast(connection);
    connection.startIdling(loop, IDLE_MILLIS);
  }

  void forget(ServerConnection connection) {
    ArrayDeque<ServerConnection> waiting = idle.get(connection.backend());
    if (waiting != null) {
      waiting.remove(connection);
    }
  }

  /** Closes what waits for a web server that has closed a connection. */
  void closeIdle(Backend backend) {
    ArrayDeque<ServerConnection> waiting = idle.remove(backend);
    if (waiting != null) {
      waiting.forEach(ServerConnection::close);
    }
  }
}

package dev.flotilla.tcp;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.tls.SharedNetwork;
import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.node.transport.TransportPeer;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The sockets of one server: one that listens, those accepted, and one to each other server. */
final class TcpEndpoint implements TransportEndpoint {
  /** Connections from others at once. */
  static final int MAX_CONNECTIONS = 128;

  /** Servers to which there is a connection. */
  static final int MAX_PEERS = 64;

  /** So long a connection may be open without a frame of a server of the group. */
  static final long UNKNOWN_MILLIS = 5_000;

  private static final int BACKLOG = 128;

  private final SharedNetwork network;
  private final Runnable afterwards;
  private final AcceptedConnections accepted;
  private final Map<TransportPeer, Outgoing> lines = new ConcurrentHashMap<>();
  private final Channel listening;
  private volatile boolean isClosed;

  private TcpEndpoint(
      TransportContext context, SharedNetwork network, int port, Runnable afterwards)
      throws IOException {
    this.network = network;
    this.afterwards = afterwards;
    this.accepted = new AcceptedConnections(context, network);
    this.listening = bound(new InetSocketAddress(context.listenAt(), port));
  }

  /**
   * Listens. Blocks for a moment; not on a network thread.
   *
   * @param afterwards run when the endpoint is closed
   * @throws IOException if the port cannot be had
   */
  static TcpEndpoint open(
      TransportContext context, SharedNetwork network, int port, Runnable afterwards)
      throws IOException {
    return new TcpEndpoint(context, network, port, afterwards);
  }

  private Channel bound(InetSocketAddress address) throws IOException {
    EventLoops loops = network.loops();
    AcceptedConnections connections = accepted;
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops.group())
            .channelFactory(loops.ports().listeners())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connections.add(channel);
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "transport 'tcp' cannot listen on %s: %s; choose another port"
              .formatted(address, bound.cause().getMessage()),
          bound.cause());
    }
    return bound.channel();
  }

  @Override
  public String address() {
    return Integer.toString(((InetSocketAddress) listening.localAddress()).getPort());
  }

  @Override
  public boolean send(TransportPeer to, byte[] frame) {
    Outgoing line = line(to);
    return line != null && line.send(frame);
  }

  private @Nullable Outgoing line(TransportPeer to) {
    Outgoing known = lines.get(to);
    if (known != null || isClosed) {
      return known;
    }
    if (lines.size() >= MAX_PEERS) {
      lines.values().removeIf(Outgoing::isDown);
    }
    return lines.size() >= MAX_PEERS
        ? null
        : lines.computeIfAbsent(to, it -> new Outgoing(it, network));
  }

  @Override
  public void disconnect(TransportPeer peer) {
    Outgoing line = lines.remove(peer);
    if (line != null) {
      line.close();
    }
  }

  int connectionCount() {
    return accepted.size();
  }

  @Override
  public void close() {
    isClosed = true;
    ChannelFuture closing = listening.close();
    if (!network.loops().isOwnThread()) {
      closing.awaitUninterruptibly();
    }
    lines.values().forEach(Outgoing::close);
    lines.clear();
    accepted.close();
    afterwards.run();
  }
}

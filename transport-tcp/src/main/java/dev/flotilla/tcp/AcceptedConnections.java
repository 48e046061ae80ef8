package dev.flotilla.tcp;

import dev.flotilla.dpws.Refusals;
import dev.flotilla.dpws.tls.SharedNetwork;
import dev.flotilla.dpws.tls.TlsKeys;
import dev.flotilla.node.transport.TransportContext;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections from others. As long as one has carried no frame of a server of the group, it
 * takes short frames only and has little time; when all places are taken, the connection that was
 * silent for longest gives way, one of strangers first. Of frames that have come in part, all
 * together keep at most two of the longest kind; the connection without a whole frame for longest
 * is closed for others.
 *
 * <p>Any thread; handlers run on event loops.
 */
final class AcceptedConnections {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptedConnections.class);

  /** A greeting is shorter. */
  private static final int MAX_UNKNOWN_BYTES = 2_048;

  /** Frames of the longest kind that all connections together may have received in part. */
  private static final int MAX_PARTS = 2;

  /** So many frames that are refused, before the first that is not. */
  private static final int MAX_REFUSED = 16;

  private final TransportContext context;
  private final SharedNetwork network;
  private final Refusals refusals = new Refusals(LOG);
  private final Set<Accepted> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  /** The sum of what the connections keep; guarded by this. */
  private long keptBytes;

  AcceptedConnections(TransportContext context, SharedNetwork network) {
    this.context = context;
    this.network = network;
  }

  int size() {
    return connections.size();
  }

  /** Prepares a connection that has just been accepted. On its event loop. */
  void add(Channel channel) {
    InetSocketAddress local = (InetSocketAddress) channel.localAddress();
    if (isClosed || !network.isOwn(local.getAddress())) {
      var unused = channel.close();
      return;
    }
    makeRoom();
    FrameDecoder decoder = new FrameDecoder(MAX_UNKNOWN_BYTES);
    Accepted connection = new Accepted(channel, decoder);
    connections.add(connection);
    var unusedListener = channel.closeFuture().addListener(done -> forget(connection));
    network.keys().ifPresent(keys -> keys.secureAccepted(channel));
    channel.pipeline().addLast(decoder, connection);
    var unused =
        channel
            .eventLoop()
            .schedule(connection::endUnknown, TcpEndpoint.UNKNOWN_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void makeRoom() {
    while (connections.size() >= TcpEndpoint.MAX_CONNECTIONS) {
      Accepted silent =
          connections.stream()
              .min(
                  Comparator.comparing((Accepted it) -> it.isKnown)
                      .thenComparing(it -> it.heardNanos))
              .orElseThrow();
      forget(silent);
      var unused = silent.channel.close();
    }
  }

  /** Takes note of what a connection keeps of a frame that is not complete. */
  private synchronized void keep(Accepted connection, int bytes) {
    if (!connections.contains(connection)) {
      return;
    }
    keptBytes += bytes - connection.keptBytes;
    connection.keptBytes = bytes;
    while (keptBytes > (long) MAX_PARTS * context.maxFrameBytes()) {
      Accepted slowest =
          connections.stream()
              .filter(it -> it.keptBytes > 0)
              .min(Comparator.comparing(it -> it.heardNanos))
              .orElseThrow();
      forget(slowest);
      slowest.end("others need the memory that its frame takes, of which a part has not come");
    }
  }

  private synchronized void forget(Accepted connection) {
    if (connections.remove(connection)) {
      keptBytes -= connection.keptBytes;
    }
  }

  void close() {
    isClosed = true;
    connections.forEach(
        it -> {
          var closing = it.channel.close();
          if (!network.loops().isOwnThread()) {
            closing.awaitUninterruptibly();
          }
        });
  }

  private final class Accepted extends ChannelInboundHandlerAdapter {
    private final Channel channel;
    private final FrameDecoder decoder;
    private volatile boolean isKnown;
    private volatile long heardNanos = network.loops().nanoTime();
    private int refused;
    private int lastKeptBytes;

    /** Guarded by the connections. */
    private int keptBytes;

    Accepted(Channel channel, FrameDecoder decoder) {
      this.channel = channel;
      this.decoder = decoder;
    }

    @Override
    public void channelRead(ChannelHandlerContext on, Object message) {
      if (isClosed) {
        return;
      }
      boolean isOurs = context.received((byte[]) message, TlsKeys.peerOf(channel));
      if (isOurs) {
        heardNanos = network.loops().nanoTime();
        if (!isKnown) {
          isKnown = true;
          decoder.allow(context.maxFrameBytes());
        }
      } else if (!isKnown && ++refused >= MAX_REFUSED) {
        end(refused + " frames of no server of the group");
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext on) {
      int bytes = decoder.keptBytes();
      if (bytes != lastKeptBytes) {
        lastKeptBytes = bytes;
        keep(this, bytes);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext on, Throwable cause) {
      end(String.valueOf(cause.getMessage()));
    }

    void endUnknown() {
      if (!isKnown) {
        end("no frame of a server of the group");
      }
    }

    private void end(String reason) {
      if (channel.isOpen()) {
        refusals.refused("transport 'tcp'", channel.remoteAddress(), reason);
        var unused = channel.close();
      }
    }
  }
}

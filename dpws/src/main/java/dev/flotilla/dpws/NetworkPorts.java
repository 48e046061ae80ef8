package dev.flotilla.dpws;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What event loops take from their machine. Everything about HTTP goes by these, so that a
 * simulator can put its own network and clock in their place.
 *
 * @param group runs the loops
 * @param sockets makes channels that can connect and of which one direction can be closed ({@link
 *     io.netty.channel.socket.DuplexChannel})
 * @param listeners makes channels that accept connections
 * @param nanoTime the time, in nanoseconds from any origin; any thread
 * @param seeds where each generator of random numbers begins; any thread
 * @param names finds the address of a host name; any thread, must not block it
 */
public record NetworkPorts(
    EventLoopGroup group,
    ChannelFactory<? extends Channel> sockets,
    ChannelFactory<? extends ServerChannel> listeners,
    LongSupplier nanoTime,
    LongSupplier seeds,
    Function<String, CompletableFuture<InetAddress>> names) {
  /** How much a channel reads at once, by the name that Netty 4.1 and 4.2 both have. */
  @SuppressWarnings("deprecation")
  public static final ChannelOption<RecvByteBufAllocator> READ_SIZES =
      ChannelOption.RCVBUF_ALLOCATOR;

  /** The TCP sockets, the clock and the names of this machine, with daemon threads. */
  @SuppressWarnings("deprecation") // What replaces it in Netty 4.2 is not in 4.1 (ADR 24).
  static NetworkPorts ofThisMachine(int threads, String name) {
    var threadFactory = new DefaultThreadFactory(name, true);
    return new NetworkPorts(
        new NioEventLoopGroup(threads, threadFactory),
        NioSocketChannel::new,
        NioServerSocketChannel::new,
        System::nanoTime,
        new SecureRandom()::nextLong,
        new NameLookup(name + "-names", InetAddress::getByName)::find);
  }
}

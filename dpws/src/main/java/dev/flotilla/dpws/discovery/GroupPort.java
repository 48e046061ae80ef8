package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.NetworkPorts;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One multicast group on one network interface: a socket that hears the group, shared with every
 * other process that does; one that hears what is sent to this host at the port of the group, of
 * which the system gives each datagram to one process only; and one of our own that speaks, to the
 * group and back to whoever asked.
 */
final class GroupPort {
  private static final Logger LOG = LoggerFactory.getLogger(GroupPort.class);

  private final EventLoop loop;
  private final NetworkInterface nic;
  private final LinkSubnets link;
  private final DiscoverySettings settings;
  private final InetSocketAddress group;
  private final BiConsumer<byte[], ReturnPath> receiver;
  private final Channel ears;
  private final Optional<Channel> hostEars;
  private final Channel mouth;

  private GroupPort(
      EventLoop loop,
      NetworkInterface nic,
      InetAddress local,
      InetSocketAddress group,
      DiscoverySettings settings,
      BiConsumer<byte[], ReturnPath> receiver)
      throws IOException {
    this.loop = loop;
    this.nic = nic;
    this.link = LinkSubnets.of(nic);
    this.settings = settings;
    this.group = group;
    this.receiver = receiver;
    this.mouth =
        opened(bootstrap(new Receiver(Hears.ANSWERS)).bind(new InetSocketAddress(local, 0)));
    try {
      this.ears = listen();
    } catch (IOException | RuntimeException e) {
      close(mouth);
      throw e;
    }
    this.hostEars = listenAt(local);
  }

  /**
   * Opens the sockets; blocks while it does.
   *
   * @return empty when the interface has no address of the group's family, or no multicast in it
   */
  static Optional<GroupPort> open(
      EventLoop loop,
      NetworkInterface nic,
      InetSocketAddress group,
      DiscoverySettings settings,
      BiConsumer<byte[], ReturnPath> receiver)
      throws IOException {
    Optional<InetAddress> local = localAddress(nic, group.getAddress());
    return local.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new GroupPort(loop, nic, local.get(), onLink(group, nic), settings, receiver));
  }

  /** Says it to the group, and to the discovery proxy if its address is of the same family. */
  void multicast(byte[] datagram) {
    send(datagram, group);
    settings
        .proxy()
        .filter(proxy -> isOfIpv4(proxy.getAddress()) == isOfIpv4(group.getAddress()))
        .ifPresent(proxy -> send(datagram, proxy));
  }

  /** Whether an address is in a subnet of the interface. */
  boolean isOnLink(InetAddress address) {
    return link.contains(address);
  }

  /** Starts to close the sockets. */
  void close() {
    close(ears);
    hostEars.ifPresent(GroupPort::close);
    close(mouth);
  }

  private static void close(Channel channel) {
    channel.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
  }

  private static boolean isOfIpv4(InetAddress address) {
    return address instanceof Inet4Address;
  }

  // Linux sends IPv4 multicast out of a loopback that is not marked for multicast, but not IPv6.
  private static Optional<InetAddress> localAddress(NetworkInterface nic, InetAddress group)
      throws IOException {
    if (group instanceof Inet6Address && !nic.supportsMulticast()) {
      return Optional.empty();
    }
    return nic.inetAddresses()
        .filter(address -> address.getClass() == group.getClass())
        .min((a, b) -> Boolean.compare(b.isLinkLocalAddress(), a.isLinkLocalAddress()));
  }

  private static InetSocketAddress onLink(InetSocketAddress group, NetworkInterface nic)
      throws IOException {
    if (group.getAddress() instanceof Inet6Address address) {
      return new InetSocketAddress(
          Inet6Address.getByAddress(null, address.getAddress(), nic), group.getPort());
    }
    return group;
  }

  // Bound to the group's address, the socket hears nothing else that comes to the port. Where a
  // system refuses that (Windows), the port on every address does.
  private Channel listen() throws IOException {
    Bootstrap shared =
        bootstrap(new Receiver(Hears.GROUP)).option(ChannelOption.SO_REUSEADDR, true);
    ChannelFuture bound = shared.bind(group).awaitUninterruptibly();
    Channel channel = bound.isSuccess() ? bound.channel() : opened(shared.bind(group.getPort()));
    ChannelFuture joined =
        ((NioDatagramChannel) channel)
            .joinGroup(group.getAddress(), nic, null)
            .awaitUninterruptibly();
    if (!joined.isSuccess()) {
      close(channel);
      throw new IOException("cannot join " + describe(), joined.cause());
    }
    return channel;
  }

  /** For those who ask this host, and not the group; empty where another program does not share. */
  private Optional<Channel> listenAt(InetAddress local) {
    ChannelFuture bound =
        bootstrap(new Receiver(Hears.GROUP))
            .option(ChannelOption.SO_REUSEADDR, true)
            .bind(new InetSocketAddress(local, group.getPort()))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      LOG.debug("{} hears no unicast: {}", nic.getName(), String.valueOf(bound.cause()));
      return Optional.empty();
    }
    return Optional.of(bound.channel());
  }

  private Bootstrap bootstrap(Receiver handler) {
    return new Bootstrap()
        .group(loop)
        .channelFactory(this::newChannel)
        // Linux takes the interface that has the bound address; other systems want to be told.
        .option(ChannelOption.IP_MULTICAST_IF, nic)
        .option(ChannelOption.IP_MULTICAST_TTL, settings.hops())
        .option(
            NetworkPorts.READ_SIZES,
            new FixedRecvByteBufAllocator(DiscoveryEngine.MAX_DATAGRAM_BYTES + 1))
        .handler(handler);
  }

  private NioDatagramChannel newChannel() {
    StandardProtocolFamily family =
        group.getAddress() instanceof Inet4Address
            ? StandardProtocolFamily.INET
            : StandardProtocolFamily.INET6;
    try {
      return new NioDatagramChannel(DatagramChannel.open(family));
    } catch (IOException e) {
      throw new ChannelException("cannot open a socket for " + describe(), e);
    }
  }

  private Channel opened(ChannelFuture bind) throws IOException {
    if (!bind.awaitUninterruptibly().isSuccess()) {
      throw new IOException("cannot open a socket for " + describe(), bind.cause());
    }
    return bind.channel();
  }

  private void send(byte[] datagram, InetSocketAddress to) {
    mouth
        .writeAndFlush(new DatagramPacket(Unpooled.wrappedBuffer(datagram), to))
        .addListener(
            (ChannelFutureListener)
                sent -> {
                  if (!sent.isSuccess()) {
                    LOG.debug("Could not send to {} from {}", to, nic.getName(), sent.cause());
                  }
                });
  }

  private String describe() {
    return "multicast group %s, port %s, on network interface %s"
        .formatted(group.getAddress().getHostAddress(), group.getPort(), nic.getName());
  }

  /** What comes to a socket. */
  private enum Hears {
    GROUP,
    ANSWERS
  }

  /** Hands datagrams over. */
  @ChannelHandler.Sharable
  private final class Receiver extends SimpleChannelInboundHandler<DatagramPacket> {
    private final Hears hears;

    Receiver(Hears hears) {
      this.hears = hears;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
      InetSocketAddress sender = packet.sender();
      if (sender.getPort() != 0 && !sender.getAddress().isMulticastAddress()) {
        receiver.accept(ByteBufUtil.getBytes(packet.content()), new Back(sender, hears));
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      LOG.debug("While listening on {}", nic.getName(), cause);
    }
  }

  /** The way back to one sender. */
  private final class Back implements ReturnPath {
    private final InetSocketAddress sender;
    private final Hears hears;

    Back(InetSocketAddress sender, Hears hears) {
      this.sender = sender;
      this.hears = hears;
    }

    @Override
    public InetAddress address() {
      return sender.getAddress();
    }

    @Override
    public String zone() {
      return NearAddresses.zone(nic);
    }

    @Override
    public boolean isAnswerable() {
      return settings.audience() == DiscoverySettings.Audience.ANYBODY || link.contains(address());
    }

    @Override
    public boolean isOfGroup() {
      return hears == Hears.GROUP;
    }

    @Override
    public void send(byte[] datagram) {
      GroupPort.this.send(datagram, sender);
    }
  }
}

package dev.flotilla.dpws.http;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.NetworkPorts;
import dev.flotilla.dpws.Refusals;
import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.Channels;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.http.message.SocketBuffers;
import dev.flotilla.dpws.soap.MessageEncoding;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP server with SOAP services and documents at its paths.
 *
 * <p>Requests that are pipelined on a connection are handled in order and may be answered in any
 * order, from any thread; responses go out in order, as many as are ready in one write. Every
 * resource that a peer can use up is bounded by {@link HttpLimits}.
 */
public final class HttpEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);

  /**
   * Connections that wait to be accepted. A newcomer that finds the queue full tries again after a
   * whole second, so it is as long as the largest crowd that one neighbour may open at once.
   */
  private static final int BACKLOG = 2048;

  /**
   * What a connection with TLS may have received before it is asked whether it wants more is in no
   * budget: one read of this size.
   */
  private static final int MAX_READ_BYTES = 32 << 10;

  private static final int FIRST_READ_BYTES = 2 << 10;
  private static final int MIN_READ_BYTES = 64;

  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(512 << 10, 2 << 20);

  private final EventLoops loops;
  private final HttpLimits limits;
  private final ByteBudget budget;
  private final ByteBudget answers;
  private final ConnectionTable table;
  private final Refusals refusals = new Refusals(LOG);
  private final Routes routes = new Routes();
  private final AcceptFailures acceptFailures;
  private final ChannelGroup connections;
  // In the order in which they were opened.
  private final List<Channel> listening = new CopyOnWriteArrayList<>();
  private volatile InetSocketAddress first;

  private HttpEndpoint(EventLoops loops, InetSocketAddress address, HttpLimits limits)
      throws IOException {
    this.loops = loops;
    this.limits = limits;
    this.budget = new ByteBudget(limits.maxBufferedBytes());
    this.answers = new ByteBudget(limits.maxAnswerBytes());
    this.table = new ConnectionTable(limits.maxConnections());
    this.acceptFailures = new AcceptFailures(loops::nanoTime);
    this.connections = new DefaultChannelGroup(loops.group().next(), true);
    Channel server = bound(address, bind(address).awaitUninterruptibly());
    this.first = localAddress(server);
    this.listening.add(server);
  }

  /**
   * Opens the port; there is nothing at any path yet. Blocks for a moment; not on an event loop.
   *
   * @param loops shared, stays open when the endpoint closes
   * @param address where to listen; port 0 takes a free one
   * @throws IOException when the address cannot be had, with the address in its message
   */
  public static HttpEndpoint open(EventLoops loops, InetSocketAddress address, HttpLimits limits)
      throws IOException {
    return new HttpEndpoint(loops, address, limits);
  }

  /** Serves SOAP by POST at a path, from now on. Any thread. */
  public void serve(String path, SoapService service) {
    routes.add(path, service);
  }

  /**
   * Gives what answers here a name: messages to another UUID are refused. Any thread.
   *
   * @param uri the lasting name of a device, {@code urn:uuid:...}
   */
  public void name(String uri) {
    routes.name(uri);
  }

  /**
   * Understands one more form of messages than XML, and answers in it whom it suits: who asks in
   * it, or accepts it. Faults are in XML. Any thread.
   */
  public void understand(MessageEncoding encoding) {
    routes.understand(encoding);
  }

  /** Serves SOAP at this path no more. Requests that wait are still answered. Any thread. */
  public void withdraw(String path) {
    routes.remove(path);
  }

  /** Serves a document by GET at a path, from now on. Any thread. */
  public void serve(String path, HttpResource resource) {
    serve(path, reachedAt -> resource);
  }

  /**
   * Serves a document that names the address at which it is asked for. Any thread.
   *
   * @param resource the document for somebody who has reached this endpoint at an address; called
   *     on event loops, must not block
   */
  public void serve(String path, Function<InetSocketAddress, HttpResource> resource) {
    routes.add(path, resource);
  }

  /**
   * Has every request answered by a handler, from now on; nothing else is served. Any thread.
   *
   * @param handler called on event loops; must not block. A request is the last one of its
   *     connection
   * @param fields header fields of every answer, also of those that the endpoint gives itself
   */
  public void serve(Consumer<HttpExchange> handler, String... fields) {
    routes.handle(new Routes.Handler(handler, HttpWriter.fields(fields), false));
  }

  /**
   * As {@link #serve(Consumer, String...)}, but a connection stays open for further requests if the
   * client lets it. The handler makes no streams.
   */
  public void serveRepeatedly(Consumer<HttpExchange> handler, String... fields) {
    routes.handle(new Routes.Handler(handler, HttpWriter.fields(fields), true));
  }

  /**
   * Sets from which addresses connections still find room when all are in use: an eighth of the
   * places is left to them. Any thread.
   *
   * @param addresses asked on event loops; must not block
   */
  public void prefer(Predicate<InetAddress> addresses) {
    table.prefer(addresses);
  }

  /** Where it has listened for longest, with the real port; while it does nowhere, where it did. */
  public InetSocketAddress address() {
    return first;
  }

  /** Where it listens, the address of longest standing first. */
  public List<InetSocketAddress> addresses() {
    return listening.stream().map(HttpEndpoint::localAddress).toList();
  }

  /**
   * Listens on one more address. Blocks for a moment; not on an event loop. One thread at a time.
   *
   * @param address port 0 takes a free one
   * @throws IOException when the address cannot be had, with the address in its message
   */
  public void listen(InetSocketAddress address) throws IOException {
    listening.add(bound(address, bind(address).awaitUninterruptibly()));
    first = localAddress(listening.get(0));
  }

  /**
   * {@link #listen} without blocking; any thread.
   *
   * @return completed on an event loop, with an IOException if the address cannot be had
   */
  public CompletionStage<Void> listenAsync(InetSocketAddress address) {
    CompletableFuture<Void> result = new CompletableFuture<>();
    ChannelFuture binding = bind(address);
    binding.addListener(
        done -> {
          try {
            listening.add(bound(address, binding));
            result.complete(null);
          } catch (IOException e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  /**
   * Gives up one of its addresses, and closes the connections that came in by it. Not on an event
   * loop. One thread at a time.
   */
  public void stopListening(InetSocketAddress address) {
    List<Channel> given =
        listening.stream().filter(it -> localAddress(it).equals(address)).toList();
    listening.removeAll(given);
    given.forEach(it -> it.close().awaitUninterruptibly());
    if (!listening.isEmpty()) {
      first = localAddress(listening.get(0));
    }
    connections.stream().filter(it -> address.equals(it.localAddress())).forEach(Channels::close);
  }

  /** The scheme of its addresses: https with keys. */
  public String scheme() {
    return limits.keys().isPresent() ? "https" : "http";
  }

  /**
   * Why no connection could be accepted in the last seconds, such as for want of file descriptors;
   * empty if all could.
   */
  public Optional<String> acceptFailure() {
    return acceptFailures.now();
  }

  /** How many connections are open. */
  public int connectionCount() {
    return connections.size();
  }

  /** How many bytes requests hold that are being received or wait for their answers. */
  public long bufferedBytes() {
    return budget.takenBytes();
  }

  /**
   * How many bytes of answers wait for their readers, beyond what each connection has for nothing.
   */
  public long untakenBytes() {
    return answers.takenBytes();
  }

  /** Closes the port and every connection; requests that wait get no answer. Idempotent. */
  @Override
  public void close() {
    List<ChannelFuture> closing = listening.stream().map(Channel::close).toList();
    var unused = connections.close();
    if (!loops.isOwnThread()) {
      closing.forEach(ChannelFuture::awaitUninterruptibly);
    }
  }

  private static InetSocketAddress localAddress(Channel server) {
    return (InetSocketAddress) server.localAddress();
  }

  private static Channel bound(InetSocketAddress address, ChannelFuture bound) throws IOException {
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on " + address + ": " + bound.cause().getMessage(), bound.cause());
    }
    return bound.channel();
  }

  private ChannelFuture bind(InetSocketAddress address) {
    return new ServerBootstrap()
        .group(loops.group())
        .channelFactory(loops.ports().listeners())
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(
            NetworkPorts.READ_SIZES,
            new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES))
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .handler(acceptFailures)
        .childHandler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                accept(channel);
              }
            })
        .bind(address);
  }

  private void accept(Channel channel) {
    if (channel.remoteAddress() == null) {
      Channels.close(channel); // It has gone already.
      return;
    }
    if (limits.keys().isPresent() && !limits.keys().get().admits(channel)) {
      Channels.close(channel);
      return;
    }
    EndpointConnection connection =
        new EndpointConnection(
            new SharedByConnections(
                routes, limits, budget, answers, table, loops.ports().nanoTime()),
            channel);
    if (!table.admit(connection.place)) {
      refusals.refused(
          "The endpoint at " + channel.localAddress(), channel.remoteAddress(), table.fullness());
      Channels.close(channel);
      return;
    }
    // Also where the channel never becomes active.
    channel.closeFuture().addListener(closed -> table.remove(connection.place));
    connections.add(channel);
    limits
        .keys()
        .ifPresentOrElse(
            keys -> keys.secureAccepted(channel), () -> SocketBuffers.install(channel));
    channel.pipeline().addLast(connection);
  }
}

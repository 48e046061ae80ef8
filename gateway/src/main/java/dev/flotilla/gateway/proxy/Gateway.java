package dev.flotilla.gateway.proxy;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.gateway.backend.BackendSet;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.Lease;
import dev.flotilla.gateway.log.RequestExecutor;
import dev.flotilla.gateway.log.RequestLog;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * An HTTP reverse proxy that hides the failure of a web server behind it.
 *
 * <p>Any thread; {@link #start} and {@link #close} block, and are not for its event loops.
 */
public final class Gateway implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int BACKLOG = 1_024;

  private final EventLoops loops;
  private final GatewayContext context;
  private final Map<EventExecutor, Worker> workers = new HashMap<>();
  private final List<Worker> inOrder = new ArrayList<>();
  private final ChannelGroup clients;
  private final Channel listening;

  private Gateway(EventLoops loops, GatewayOptions options, RequestLog log, Consumer<String> events)
      throws IOException {
    this.loops = loops;
    this.context =
        new GatewayContext(
            options,
            new BackendSet(options.backends(), options.probeMillis()),
            log,
            new Counters(),
            new ByteBudget(options.keeping().totalBytes()),
            loops.ports(),
            new GatewayEvents(events));
    for (EventExecutor loop : loops.group()) {
      Worker worker = new Worker((EventLoop) loop, context);
      workers.put(loop, worker);
      inOrder.add(worker);
    }
    this.clients = new DefaultChannelGroup(inOrder.get(0).loop(), true);
    this.listening = bind(options.listen());
  }

  /**
   * Starts a gateway.
   *
   * @param log what it keeps of requests; stays open when the gateway closes
   * @param events hears of web servers that go down and come back; on an event loop, must not block
   * @throws IOException if it cannot listen there
   */
  public static Gateway start(GatewayOptions options, RequestLog log, Consumer<String> events)
      throws IOException {
    EventLoops loops = EventLoops.start(THREADS, "gateway");
    try {
      Gateway gateway = new Gateway(loops, options, log, events);
      gateway.inOrder.forEach(worker -> worker.loop().execute(worker::start));
      Worker first = gateway.inOrder.get(0);
      first.loop().execute(new Prober(first)::start);
      return gateway;
    } catch (IOException e) {
      loops.close();
      throw e;
    }
  }

  private Channel bind(InetSocketAddress address) throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops.group())
            .channelFactory(loops.ports().listeners())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, ConnectionPool.READS)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, ConnectionPool.WRITES)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accept(channel);
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "the gateway cannot listen on %s: %s; choose another address with --listen"
              .formatted(address, bound.cause().getMessage()),
          bound.cause());
    }
    return bound.channel();
  }

  private void accept(Channel channel) {
    Worker worker = workers.get(channel.eventLoop());
    if (worker == null || clients.size() >= context.options().maxConnections()) {
      var unused = channel.close();
      return;
    }
    clients.add(channel);
    channel.pipeline().addLast(new HttpResponseEncoder(), new ClientConnection(worker, channel));
  }

  /** Sends a request to web servers for a gateway that has died, while a lease is held. */
  public CompletionStage<RequestExecutor.End> execute(WholeRequest request, Lease lease) {
    CompletableFuture<RequestExecutor.End> end = new CompletableFuture<>();
    Worker worker = inOrder.get(0);
    OutgoingRequest outgoing = OutgoingRequest.whole(request, true, lease);
    Dispatch dispatch = new Dispatch(worker, new DetachedSink(end, lease));
    worker.loop().execute(() -> dispatch.start(outgoing));
    return end;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** The web servers. */
  public BackendSet backends() {
    return context.backends();
  }

  /** What it has done so far. */
  public Counters counters() {
    return context.counters();
  }

  /** The bytes of requests and answers that it holds now. */
  public long keptBytes() {
    return context.kept().takenBytes();
  }

  /** The connections of clients. */
  public int connections() {
    return clients.size();
  }

  /** Stops listening, and ends all connections. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    clients.close().awaitUninterruptibly();
    loops.close();
  }
}

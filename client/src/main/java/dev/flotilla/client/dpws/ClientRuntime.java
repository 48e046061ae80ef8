package dev.flotilla.client.dpws;

import dev.flotilla.client.Network;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.eventing.EventSink;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.link.Interfaces;
import dev.flotilla.dpws.link.LinkState;
import dev.flotilla.dpws.link.LinkWatch;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.keys.Rights;
import dev.flotilla.raftdpws.wire.RaftContract;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads, connections and discovery sockets of one or several clients. Any thread. */
public final class ClientRuntime implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientRuntime.class);

  /**
   * Commands follow each other on few connections: several requests go out by one write, and
   * several answers come in by one read. A server answers a connection's requests in their order,
   * and a leader executes commands in about the order in which they came, so that hardly any waits
   * for another. A server takes 128 requests of a connection at a time.
   */
  private static final int COMMAND_CONNECTIONS = 8;

  private static final int COMMANDS_PER_CONNECTION = 32;

  /**
   * All other calls have a connection of their own, as many at once to one server: reads may wait
   * for the state machine, administration for a server to catch up, and nothing may stand behind
   * them.
   */
  private static final int OTHER_CONNECTIONS = 64;

  private static final CallerOptions OPTIONS =
      CallerOptions.DEFAULT
          .withConnections(OTHER_CONNECTIONS, 1)
          .withMaxEnvelopeBytes(RaftContract.MAX_ENVELOPE_BYTES);

  private static final HttpLimits SINK_LIMITS =
      HttpLimits.DEFAULT.withMaxEnvelopeBytes(RaftContract.MAX_ENVELOPE_BYTES);

  private final EventLoops loops;
  private final Discovery discovery;
  private final SoapCaller caller;
  private final SoapCaller commandCaller;
  private final Optional<GroupKeys> keys;
  private final Optional<LinkWatch> watch;

  // Guarded by this.
  private @Nullable HttpEndpoint endpoint;

  // Of the watch's thread.
  private @Nullable LinkState followed;

  private ClientRuntime(
      EventLoops loops,
      Discovery discovery,
      Optional<GroupKeys> keys,
      Optional<MessageEncoding> encoding) {
    this.loops = loops;
    this.discovery = discovery;
    CallerOptions plain = encoding.map(OPTIONS::withEncoding).orElse(OPTIONS);
    CallerOptions options = keys.map(it -> it.toServers(plain)).orElse(plain);
    this.caller = new SoapCaller(loops, options);
    this.commandCaller =
        new SoapCaller(
            loops, options.withConnections(COMMAND_CONNECTIONS, COMMANDS_PER_CONNECTION));
    this.keys = keys;
    keys.flatMap(GroupKeys::warning).ifPresent(LOG::warn);
    this.watch =
        LinkWatch.Link.to(discovery.settings().interfaces(), LinkState.Ipv6.ALWAYS)
            .map(
                link ->
                    LinkWatch.start(
                        link, LinkWatch.PERIOD, this::looked, "flotilla-client-addresses"));
  }

  /**
   * Opens what clients need.
   *
   * @param network where to look for servers
   * @throws IOException if an interface does not exist or cannot be used
   */
  public static ClientRuntime start(Network network) throws IOException {
    return start(network, Optional.empty());
  }

  /**
   * Opens what clients need.
   *
   * @param network where to look for servers
   * @param keys a key directory: servers of its group are asked only, by TLS
   * @throws IOException if an interface or the keys cannot be used
   */
  public static ClientRuntime start(Network network, Optional<Path> keys) throws IOException {
    return start(network, keys, Optional.empty());
  }

  /**
   * The same with another form of messages than XML.
   *
   * @param encoding used with servers that know it too
   */
  public static ClientRuntime start(
      Network network, Optional<Path> keys, Optional<MessageEncoding> encoding) throws IOException {
    DiscoverySettings discovery = discoveryOn(network);
    if (keys.isEmpty()) {
      return start(discovery, Optional.empty(), encoding);
    }
    GroupKeys opened = GroupKeys.open(keys.get());
    try {
      return start(discovery, Optional.of(opened), encoding);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /** Blocks for the moment of some system calls. */
  private static DiscoverySettings discoveryOn(Network network) throws IOException {
    try {
      DiscoverySettings found = DiscoverySettings.on(Interfaces.named(network.interfaces()));
      return network.discoveryProxy().map(found::withProxy).orElse(found);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Opens what clients need, with discovery as told.
   *
   * @throws IOException if an interface cannot be used
   */
  public static ClientRuntime start(DiscoverySettings settings) throws IOException {
    return start(settings, Optional.empty(), Optional.empty());
  }

  private static ClientRuntime start(
      DiscoverySettings settings, Optional<GroupKeys> keys, Optional<MessageEncoding> encoding)
      throws IOException {
    EventLoops loops = EventLoops.start(1, "flotilla-client");
    try {
      Discovery discovery = Discovery.open(settings.withEventLoops(loops));
      return new ClientRuntime(loops, discovery, keys, encoding);
    } catch (IOException | RuntimeException e) {
      loops.close();
      throw e;
    }
  }

  Discovery discovery() {
    return discovery;
  }

  /** For calls that may wait at the server. */
  SoapCaller caller() {
    return caller;
  }

  /** For commands, and the opening of their sessions. */
  SoapCaller commandCaller() {
    return commandCaller;
  }

  Schedule schedule() {
    return new Schedule() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public void after(long millis, Runnable task) {
        loops.after(Duration.ofMillis(millis), task);
      }
    };
  }

  /**
   * A sink of events with handlers on a thread of its own. It listens on the addresses of the
   * interfaces on which servers are searched.
   *
   * @throws IOException if none of them can be had
   */
  EventSink sink(Executor handlers) throws IOException {
    return new EventSink(loops, endpoint(), "/events", caller, handlers);
  }

  private synchronized HttpEndpoint endpoint() throws IOException {
    HttpEndpoint known = endpoint;
    if (known != null) {
      return known;
    }
    List<InetSocketAddress> addresses =
        discovery.settings().interfaces().stream()
            .flatMap(NetworkInterface::inetAddresses)
            .map(address -> new InetSocketAddress(address, 0))
            .toList();
    HttpEndpoint opened = null;
    for (InetSocketAddress address : addresses) {
      if (opened == null) {
        opened = HttpEndpoint.open(loops, address, Rights.of(keys).applyTo(SINK_LIMITS));
      } else {
        opened.listen(address);
      }
    }
    if (opened == null) {
      throw new IOException("the network interface has no address to listen on for events");
    }
    endpoint = opened;
    return opened;
  }

  /** Whether the calling thread is the one that completes the clients' stages. */
  boolean isOwnThread() {
    return loops.isOwnThread();
  }

  /**
   * Ends what is under way and frees everything; clients on it must be closed before. On a thread
   * of its own, which cannot wait for itself, it returns at once and another frees everything.
   */
  @Override
  public void close() {
    if (isOwnThread()) {
      Thread closing = new Thread(this::release, "flotilla-client-closing");
      closing.setDaemon(true);
      closing.start();
    } else {
      release();
    }
  }

  /** This machine is called otherwise now: what is said to the group must come from there. */
  private void looked(LinkState state) {
    LinkState before = followed;
    followed = state;
    if (before != null && !before.equals(state)) {
      discovery.rejoin();
    }
  }

  private void release() {
    watch.ifPresent(LinkWatch::close);
    discovery.close();
    synchronized (this) {
      if (endpoint != null) {
        endpoint.close();
      }
    }
    commandCaller.close();
    caller.close();
    loops.close();
    keys.ifPresent(GroupKeys::close);
  }
}

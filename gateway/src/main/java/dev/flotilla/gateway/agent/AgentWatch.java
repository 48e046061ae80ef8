package dev.flotilla.gateway.agent;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.HostPort;
import dev.flotilla.dpws.device.DeviceExplorer;
import dev.flotilla.dpws.device.Metadata;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.eventing.EventHandlers;
import dev.flotilla.dpws.eventing.EventSink;
import dev.flotilla.dpws.eventing.Subscription;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.gateway.backend.Backend;
import dev.flotilla.gateway.backend.BackendSet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the agents of a farm, subscribes to their reports, and keeps the set of web servers as they
 * say: a web server joins with the first report of its agent, and leaves when its agent does.
 *
 * <p>Whoever can announce an agent on the network gets requests. Any thread; {@link #start} and
 * {@link #close} block.
 */
public final class AgentWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentWatch.class);
  private static final Duration SUBSCRIBED = Duration.ofMinutes(5);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration PROBE_TIME = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Deque<Runnable> releases = new ArrayDeque<>();
  private final Map<String, Boolean> known = new ConcurrentHashMap<>();
  private final Map<String, HostPort> servers = new ConcurrentHashMap<>();
  private final BackendSet backends;
  private final Consumer<String> events;
  private final String farm;
  private final EventLoops loops;
  private final Discovery discovery;
  private final DeviceExplorer explorer;
  private final EventSink sink;
  private volatile boolean closed;

  private AgentWatch(
      String farm,
      InetAddress address,
      DiscoverySettings settings,
      BackendSet backends,
      Consumer<String> events)
      throws IOException {
    this.farm = farm;
    this.backends = backends;
    this.events = events;
    try {
      loops = EventLoops.start(1, "gateway-agents");
      releases.push(loops::close);
      HttpEndpoint endpoint =
          HttpEndpoint.open(loops, new InetSocketAddress(address, 0), HttpLimits.DEFAULT);
      releases.push(endpoint::close);
      SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT);
      releases.push(caller::close);
      ExecutorService handlers = Executors.newSingleThreadExecutor(AgentWatch::daemon);
      releases.push(handlers::shutdownNow);
      sink = new EventSink(loops, endpoint, "/reports", caller, handlers);
      releases.push(sink::close);
      explorer = new DeviceExplorer(caller);
      discovery = Discovery.open(settings.withEventLoops(loops));
      releases.push(discovery::close);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "gateway-reports");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Begins to look for agents.
   *
   * @param farm the name that the agents have in common
   * @param address where reports arrive
   * @param events hears of web servers that join and leave; must not block
   * @throws IOException if the address or the interface cannot be used
   */
  public static AgentWatch start(
      String farm,
      InetAddress address,
      DiscoverySettings settings,
      BackendSet backends,
      Consumer<String> events)
      throws IOException {
    AgentWatch watch = new AgentWatch(farm, address, settings, backends, events);
    watch.probe();
    return watch;
  }

  private void probe() {
    if (closed) {
      return;
    }
    var unused =
        discovery
            .probe(ReportCodec.probe(farm), PROBE_TIME, this::found)
            .whenComplete((all, failure) -> loops.after(PAUSE, this::probe));
  }

  private void found(Target target) {
    if (target.xAddrs().isEmpty()
        || closed
        || known.putIfAbsent(target.endpointReference(), true) != null) {
      return;
    }
    String agent = target.endpointReference();
    var unused =
        explorer
            .device(new EndpointReference(agent), target.xAddrs().get(0), CALL_TIMEOUT)
            .thenCompose(metadata -> subscribe(agent, metadata))
            .whenComplete((subscription, failure) -> subscribed(agent, subscription, failure));
  }

  private CompletionStage<Subscription> subscribe(String agent, Metadata metadata) {
    URI service =
        metadata.hosted().stream()
            .filter(hosted -> hosted.types().contains(ReportCodec.PORT_TYPE))
            .flatMap(hosted -> hosted.addresses().stream())
            .findFirst()
            .orElse(null);
    if (service == null) {
      return CompletableFuture.failedFuture(
          new IOException("the device " + agent + " has no reports"));
    }
    EventHandlers handlers =
        EventHandlers.builder().on(ReportCodec.TYPE, report -> reported(agent, report)).build();
    return sink.subscribe(service, handlers, SUBSCRIBED);
  }

  private void subscribed(
      String agent, @Nullable Subscription subscription, @Nullable Throwable failure) {
    if (subscription == null) {
      LOG.debug("agent {} cannot be subscribed to", agent, failure);
      known.remove(agent);
      return;
    }
    var unused = subscription.ended().whenComplete((end, cause) -> left(agent));
  }

  private void reported(String agent, WebServerReport report) {
    HostPort address = report.server();
    Backend backend = backends.join(address);
    if (servers.put(agent, address) == null) {
      events.accept("web server %s has joined".formatted(address));
    }
    backend.reported(report.load());
    if (report.isAlive()) {
      backend.heard(System.nanoTime());
    } else {
      backend.unreachable("its agent gets no answer from it");
    }
  }

  private void left(String agent) {
    known.remove(agent);
    HostPort address = servers.remove(agent);
    if (address != null && !closed) {
      backends.leave(address);
      events.accept("web server %s has left".formatted(address));
    }
  }

  /** Ends all subscriptions. */
  @Override
  public synchronized void close() {
    closed = true;
    while (!releases.isEmpty()) {
      releases.pop().run();
    }
  }
}

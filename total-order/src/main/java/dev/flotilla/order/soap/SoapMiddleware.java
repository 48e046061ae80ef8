package dev.flotilla.order.soap;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.DeviceExplorer;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.device.Relationship;
import dev.flotilla.dpws.device.ThisDevice;
import dev.flotilla.dpws.device.ThisModel;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.order.Middleware;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.channel.Inbox;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Channels of SOAP over HTTP: each process is a DPWS device with one service.
 *
 * <p>There is no registration server. Processes of a group find each other by WS-Discovery, and are
 * numbered in the order of their endpoint references. So the size of the group must be known, and
 * each run needs a group name of its own.
 */
public final class SoapMiddleware implements Middleware {
  private static final Duration PROBE = Duration.ofMillis(300);
  private static final Duration CALL = Duration.ofSeconds(30);
  private static final Duration JOIN = Duration.ofSeconds(60);

  /** Base64, and the envelope around it. */
  private static final int MAX_ENVELOPE_BYTES = MAX_MESSAGE_BYTES / 3 * 4 + 64 * 1024;

  private final Deque<Runnable> releases = new ArrayDeque<>();
  private final Inbox inbox = new Inbox();
  private final SoapCaller caller;
  private final TreeMap<Integer, SoapChannel> channels = new TreeMap<>();
  private final ProcessGroup group;

  private SoapMiddleware(String name, int size, DiscoverySettings settings, InetAddress host)
      throws IOException {
    String scope = SoapMessages.scope(name);
    EventLoops loops = EventLoops.start(1, "order-soap");
    releases.push(loops::close);
    caller =
        new SoapCaller(
            loops,
            CallerOptions.DEFAULT
                .withConnections(1, SoapChannel.MAX_IN_FLIGHT)
                .withMaxEnvelopeBytes(MAX_ENVELOPE_BYTES));
    releases.push(caller::close);
    try {
      Discovery discovery = Discovery.open(settings.withEventLoops(loops));
      releases.push(discovery::close);
      UUID id = UUID.randomUUID();
      Device device =
          Device.builder(id)
              .type(SoapMessages.DEVICE_TYPE)
              .scope(scope)
              .model(ThisModel.of("Flotilla", "Flotilla total order process"))
              .device(new ThisDevice("Process of " + name, null, id.toString()))
              .address(new InetSocketAddress(host, 0))
              .limits(limits())
              .eventLoops(loops)
              .discovery(discovery)
              .service(service())
              .start();
      releases.push(device::close);
      List<Target> members = find(name, size, discovery, device.target());
      group = new ProcessGroup(members.indexOf(device.target()), size);
      for (int other : group.others()) {
        URI address = serviceOf(members.get(other));
        channels.put(other, new SoapChannel(group.self(), other, address, caller));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Announces a process, and waits until all others are found.
   *
   * @param name the name of the group, of this run only
   * @param size how many processes it has
   * @param settings where WS-Discovery listens and speaks
   * @param host the address at which this process listens
   * @throws IOException if that fails or takes more than a minute
   */
  public static SoapMiddleware join(
      String name, int size, DiscoverySettings settings, InetAddress host) throws IOException {
    return new SoapMiddleware(name, size, settings, host);
  }

  @Override
  public ProcessGroup group() {
    return group;
  }

  @Override
  public void start(Receiver receiver) {
    inbox.start(receiver);
  }

  @Override
  public void send(int to, Bytes message) {
    Inbox.requireSendable(group, to, message);
    channel(to).send(message);
  }

  @Override
  public long pingNanos(int to, Bytes payload) throws IOException {
    Inbox.requireSendable(group, to, payload);
    long start = System.nanoTime();
    await(caller.call(channel(to).address(), SoapMessages.PING, payload, CALL), CALL);
    return System.nanoTime() - start;
  }

  @Override
  public synchronized void close() {
    channels.values().forEach(SoapChannel::close);
    while (!releases.isEmpty()) {
      releases.pop().run();
    }
  }

  private static HttpLimits limits() {
    HttpLimits usual = HttpLimits.DEFAULT.withMaxEnvelopeBytes(MAX_ENVELOPE_BYTES);
    XmlLimits xml = XmlLimits.DEFAULT;
    return new HttpLimits(
        usual.maxHeadBytes(),
        usual.maxEnvelopeBytes(),
        usual.maxBufferedBytes() * ProcessGroup.MAX_SIZE,
        usual.maxAnswerBytes(),
        usual.maxConnections(),
        usual.maxInFlightPerConnection(),
        usual.requestTimeout(),
        usual.idleTimeout(),
        usual.answerTimeout(),
        new XmlLimits(
            xml.maxDepth(), xml.maxElements(), xml.maxAttributesPerElement(), MAX_ENVELOPE_BYTES),
        usual.hosts(),
        usual.keys(),
        usual.guard());
  }

  private HostedService service() {
    return HostedService.builder(SoapMessages.SERVICE)
        .portType(SoapMessages.PORT_TYPE)
        .oneWay(
            SoapMessages.APPEND.action(),
            SoapMessages.APPEND.requestReader(),
            append -> inbox.received(append.from(), append.content()))
        .operation(SoapMessages.PING, (payload, exchange) -> exchange.answer(payload))
        .build();
  }

  private static List<Target> find(String name, int size, Discovery discovery, Target self)
      throws IOException {
    long deadline = System.nanoTime() + JOIN.toNanos();
    TreeMap<String, Target> found = new TreeMap<>();
    found.put(self.endpointReference(), self);
    while (found.size() < size && System.nanoTime() - deadline < 0) {
      for (Target target : await(discovery.probe(SoapMessages.probe(name), PROBE), CALL)) {
        found.putIfAbsent(target.endpointReference(), target);
      }
    }
    if (found.size() != size) {
      throw new IOException(
          "found %s of %s processes of group '%s'; start the others within %s s, and use a new name"
                  .formatted(found.size(), size, name, JOIN.toSeconds())
              + " for each run");
    }
    return List.copyOf(found.values());
  }

  private URI serviceOf(Target target) throws IOException {
    EndpointReference reference = new EndpointReference(target.endpointReference());
    URI address =
        target.xAddrs().stream()
            .findFirst()
            .orElseThrow(() -> new IOException(target.endpointReference() + " has no address"));
    DeviceExplorer explorer = new DeviceExplorer(caller);
    for (Relationship.Hosted hosted :
        await(explorer.device(reference, address, CALL), CALL).hosted()) {
      if (hosted.serviceId().equals(SoapMessages.SERVICE)) {
        return hosted.addresses().get(0);
      }
    }
    throw new IOException(
        "device %s has no service %s".formatted(target.endpointReference(), SoapMessages.SERVICE));
  }

  private static <T> T await(CompletionStage<T> stage, Duration timeout) throws IOException {
    try {
      return stage.toCompletableFuture().get(2 * timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException("a call has failed: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new IOException("no answer in %s ms".formatted(2 * timeout.toMillis()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a call was to be answered", e);
    }
  }

  private SoapChannel channel(int process) {
    SoapChannel channel = channels.get(process);
    if (channel == null) {
      throw new IllegalArgumentException("there is no channel to process " + process);
    }
    return channel;
  }
}

package dev.flotilla.dpws.device;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.discovery.DirectedProbe;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.eventing.EventSink;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.MessageEncoding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A device on the network: its services and metadata by HTTP, announced and found by WS-Discovery.
 *
 * <p>Any number of devices may live in one JVM and share event loops. Methods may be called from
 * any thread; only {@link Builder#start} and {@link #close} block, for moments.
 */
public final class Device implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Device.class);

  private final DeviceDescription description;
  private final HttpEndpoint endpoint;
  private final EventLoops loops;
  private final @Nullable EventLoops ownLoops;
  private final @Nullable Discovery discovery;
  private final Object changes = new Object();
  private volatile Target target;
  private boolean closed;

  private Device(Builder builder) throws IOException {
    this.description = builder.description();
    this.discovery = builder.discovery;
    this.loops = builder.loops == null ? EventLoops.start(1, "device") : builder.loops;
    this.ownLoops = builder.loops == null ? loops : null;
    try {
      this.endpoint = HttpEndpoint.open(loops, builder.address, builder.limits);
    } catch (IOException e) {
      closeLoops();
      throw e;
    }
    try {
      this.target = firstTarget(builder);
    } catch (RuntimeException e) {
      endpoint.close();
      closeLoops();
      throw e;
    }
  }

  /**
   * Starts a device description.
   *
   * @param id the lasting identity: the same after every restart
   */
  public static Builder builder(UUID id) {
    return new Builder(id);
  }

  /** Where it has listened for longest, with the real port. */
  public InetSocketAddress address() {
    return endpoint.address();
  }

  /**
   * How many bytes requests hold that are received or wait for their answers, and answers that wait
   * for their readers, beyond what each connection may hold for nothing. Any thread.
   */
  public long heldBytes() {
    return endpoint.bufferedBytes() + endpoint.untakenBytes();
  }

  /** Everywhere it listens, the address of longest standing first. */
  public List<InetSocketAddress> addresses() {
    return endpoint.addresses();
  }

  /** See {@link HttpEndpoint#acceptFailure}. */
  public Optional<String> acceptFailure() {
    return endpoint.acceptFailure();
  }

  /**
   * Listens on these addresses and on no others from now on: on a new one by the port that it has,
   * or, if another program has that there, by a free one. Blocks for moments; not on an event loop.
   * One thread at a time. {@link #announceAddresses} makes it known.
   *
   * @return whether it listens elsewhere than before; what could not be had is tried when this is
   *     called again
   */
  public boolean listenOn(List<InetAddress> addresses) {
    List<InetSocketAddress> before = endpoint.addresses();
    int port = endpoint.address().getPort();
    for (InetAddress address : addresses) {
      if (before.stream().noneMatch(it -> it.getAddress().equals(address))) {
        listenOn(address, port);
      }
    }
    before.stream()
        .filter(it -> !addresses.contains(it.getAddress()))
        .forEach(endpoint::stopListening);
    return !endpoint.addresses().equals(before);
  }

  /** Says Hello with the addresses of now, under a higher metadata version. */
  public void announceAddresses() {
    synchronized (changes) {
      if (!closed) {
        announce(
            new Target(
                target.endpointReference(),
                target.types(),
                target.scopes(),
                Advertised.urls(endpoint.scheme(), endpoint.addresses(), description.devicePath()),
                target.metadataVersion() + 1));
      }
    }
  }

  /** Understands another form of messages than XML too, see {@link HttpEndpoint#understand}. */
  public void understand(MessageEncoding encoding) {
    endpoint.understand(encoding);
  }

  /** Sets from which addresses connections find room first ({@link HttpEndpoint#prefer}). */
  public void prefer(Predicate<InetAddress> addresses) {
    endpoint.prefer(addresses);
  }

  /**
   * A sink that receives events at this device's own port. Close it before the device.
   *
   * @param path begins the paths of its subscriptions, such as {@code /events}
   * @param caller calls sources; stays open when the sink closes
   * @param executor runs the handlers of events
   */
  public EventSink eventSink(String path, SoapCaller caller, Executor executor) {
    return new EventSink(loops, endpoint, path, caller, executor);
  }

  /** What it announces at the moment. */
  public Target target() {
    return target;
  }

  /** The addresses of a hosted service, in order of preference. */
  public List<URI> addressesOf(HostedService service) {
    return Advertised.urls(endpoint.scheme(), endpoint.addresses(), service.path());
  }

  /**
   * Changes the scopes and announces that at once.
   *
   * @throws IllegalArgumentException when a scope is not a URI without white space
   */
  public void setScopes(Collection<String> scopes) {
    synchronized (changes) {
      announce(
          new Target(
              target.endpointReference(),
              target.types(),
              List.copyOf(scopes),
              target.xAddrs(),
              target.metadataVersion() + 1));
    }
  }

  /** Says Bye and closes the port. Idempotent. */
  @Override
  public void close() {
    synchronized (changes) {
      if (closed) {
        return;
      }
      closed = true;
      if (discovery != null) {
        discovery.leave();
      }
    }
    endpoint.close();
    closeLoops();
  }

  private void listenOn(InetAddress address, int port) {
    try {
      endpoint.listen(new InetSocketAddress(address, port));
    } catch (IOException e) {
      LOG.debug("Not by the same port: {}", e.getMessage());
      try {
        endpoint.listen(new InetSocketAddress(address, 0));
      } catch (IOException again) {
        LOG.debug("Not by any port yet: {}", again.getMessage());
      }
    }
  }

  private void start() {
    SoapService deviceService =
        SoapService.builder()
            .operation(
                MetadataOperations.GET,
                (empty, ask) -> ask.answer(description.ofDevice(target, ask.localAddress())))
            .operation(
                MetadataOperations.GET_METADATA_OPERATION,
                (dialect, ask) ->
                    ask.answer(
                        MetadataOperations.select(
                            description.ofDevice(target, ask.localAddress()), dialect)))
            .operation(DirectedProbe.OPERATION, DirectedProbe.handler(this::target))
            .build();
    endpoint.name(description.endpointReference());
    endpoint.serve(description.devicePath(), deviceService);
    description.services().stream()
        .filter(service -> service.elsewhere() == null)
        .forEach(this::serve);
    synchronized (changes) {
      announce(target);
    }
  }

  private void serve(HostedService service) {
    if (service.events() != null) {
      service.events().servedAt(endpoint::addresses);
    }
    SoapService operations =
        SoapService.builder()
            .include(service.operations())
            .operation(
                MetadataOperations.GET_METADATA_OPERATION,
                (dialect, ask) ->
                    ask.answer(
                        MetadataOperations.select(
                            description.ofService(service, target, ask.localAddress()), dialect)))
            .build();
    endpoint.serve(service.path(), operations);
    service
        .documents()
        .forEach(
            (name, document) ->
                endpoint.serve(
                    service.path() + "/" + name,
                    reachedAt ->
                        WsdlAddress.fillIn(
                            document,
                            Advertised.url(endpoint.scheme(), reachedAt, service.path()))));
    serveWsdl(service);
  }

  /** The WSDL is also at the URL of the service, where tools ask for it with {@code ?wsdl}. */
  private void serveWsdl(HostedService service) {
    HttpResource wsdl =
        service.wsdlName() == null ? null : service.documents().get(service.wsdlName());
    if (wsdl != null) {
      endpoint.serve(
          service.path(),
          reachedAt ->
              WsdlAddress.besideService(
                  wsdl,
                  Advertised.url(endpoint.scheme(), reachedAt, service.path()),
                  service.documents().keySet()));
    }
  }

  private void announce(Target changed) {
    if (closed) {
      throw new IllegalStateException("the device is closed");
    }
    if (discovery != null) {
      discovery.announce(changed);
    }
    target = changed;
  }

  private Target firstTarget(Builder builder) {
    return new Target(
        description.endpointReference(),
        builder.types(),
        builder.scopes,
        Advertised.urls(endpoint.scheme(), endpoint.addresses(), description.devicePath()),
        // Grows with every start, without anything to remember (DPWS 1.1, 5.1).
        Instant.now().getEpochSecond());
  }

  private void closeLoops() {
    if (ownLoops != null) {
      ownLoops.close();
    }
  }

  /** Describes a device before it starts. Not thread-safe. */
  public static final class Builder {
    private final UUID id;
    private final List<QName> types = new ArrayList<>();
    private final List<String> scopes = new ArrayList<>();
    private final List<HostedService> services = new ArrayList<>();
    private @Nullable ThisModel model;
    private @Nullable ThisDevice device;
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private HttpLimits limits = HttpLimits.DEFAULT;
    private @Nullable EventLoops loops;
    private @Nullable Discovery discovery;

    private Builder(UUID id) {
      this.id = id;
    }

    /** Adds a type beside {@code dpws:Device}, which every device has. */
    public Builder type(QName type) {
      types.add(type);
      return this;
    }

    /** Adds a scope: a URI without white space. */
    public Builder scope(String scope) {
      scopes.add(scope);
      return this;
    }

    /** Sets what it has in common with others of its model; required. */
    public Builder model(ThisModel newModel) {
      model = newModel;
      return this;
    }

    /** Sets what is special about it; required. */
    public Builder device(ThisDevice newDevice) {
      device = newDevice;
      return this;
    }

    /** Adds a service. */
    public Builder service(HostedService service) {
      services.add(service);
      return this;
    }

    /** Sets where it listens; loopback and a free port if not set. Port 0 takes a free one. */
    public Builder address(InetSocketAddress newAddress) {
      address = newAddress;
      return this;
    }

    /** Sets what others may ask of it. */
    public Builder limits(HttpLimits newLimits) {
      limits = newLimits;
      return this;
    }

    /**
     * Sets shared event loops, which stay open; the device has one thread of its own if not set.
     */
    public Builder eventLoops(EventLoops newLoops) {
      loops = newLoops;
      return this;
    }

    /** Sets what announces it, which stays open; without, it can be found by its address only. */
    public Builder discovery(Discovery newDiscovery) {
      discovery = newDiscovery;
      return this;
    }

    /**
     * Starts the device: opens the port, then says Hello.
     *
     * @throws IllegalArgumentException when the description is not one of a device
     * @throws IOException when the address cannot be had
     */
    public Device start() throws IOException {
      requireDistinctServices();
      Device started = new Device(this);
      try {
        started.start();
      } catch (RuntimeException e) {
        started.endpoint.close();
        started.closeLoops();
        throw e;
      }
      return started;
    }

    private List<QName> types() {
      List<QName> all = new ArrayList<>(List.of(DpwsNames.DEVICE_TYPE));
      all.addAll(types);
      return all;
    }

    private DeviceDescription description() {
      if (model == null || device == null) {
        throw new IllegalArgumentException("a device needs its model(...) and its device(...)");
      }
      return new DeviceDescription(
          id, model, device, List.copyOf(services), limits.keys().isPresent() ? "https" : "http");
    }

    private void requireDistinctServices() {
      Set<String> seen = new HashSet<>();
      for (HostedService service : services) {
        if (!seen.add(service.serviceId())) {
          throw new IllegalArgumentException("two services named " + service.serviceId());
        }
      }
    }
  }
}

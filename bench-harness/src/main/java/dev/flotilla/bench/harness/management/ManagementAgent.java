package dev.flotilla.bench.harness.management;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.device.ThisDevice;
import dev.flotilla.dpws.device.ThisModel;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.eventing.EventSourceSettings;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import javax.xml.namespace.QName;

/**
 * A device that a manager of 2014 finds and drives. Anybody who reaches it can have it start its
 * one process: the contract has no secret.
 *
 * <p><b>Thread.</b> Any thread; {@link #start}, {@link #awaitStop} and {@link #close} block.
 *
 * <p><b>Bounds.</b> One process at a time; of messages, what {@link Parameter}, {@link
 * ServerAddresses} and {@link ManagedClient} accept.
 */
public final class ManagementAgent implements AutoCloseable {
  /**
   * One for each address: a manager that hears two agents at once subscribes twice, and would count
   * the end of one client as that of two.
   */
  private static final EventSourceSettings SUBSCRIPTIONS =
      EventSourceSettings.DEFAULT
          .withSubscriptions(4, 1)
          .withDeliveryTimeout(Duration.ofSeconds(20)); // as long as a manager of 2014 waits

  private final ManagementSettings settings;
  private final UUID id = UUID.randomUUID();
  private final Notices notices;
  private final Deque<Runnable> releases = new ArrayDeque<>();
  private final CompletableFuture<String> clientName = new CompletableFuture<>();
  private final ScheduledExecutorService executor;
  private final EventLoops loops;
  private final EventSource events;
  private final ManagementService service;
  private final Device device;

  private ManagementAgent(ManagementSettings settings) throws IOException {
    this.settings = settings;
    this.notices = new Notices(settings.log());
    Path logs = Files.createDirectories(settings.directory().resolve("logs"));
    Path statistics = Files.createDirectories(settings.directory().resolve("statistics"));
    ChildProcesses children = ChildProcesses.open(logs);
    releases.push(children::close);
    this.executor =
        Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "flotilla-agent-2014"));
    releases.push(executor::shutdownNow);
    this.loops = EventLoops.start(1, "flotilla-agent-net");
    releases.push(loops::close);
    this.events =
        EventSource.open(loops, SUBSCRIPTIONS, List.of(ManagementOperations.END_DISSEMINATION));
    releases.push(events::close);
    try {
      Optional<ServerLaunch> launch = launch();
      this.service =
          new ManagementService(
              launch.map(it -> server(it, children)).orElseGet(() -> client(children)),
              endpoint(),
              new StatisticsFiles(statistics),
              notices,
              executor);
      this.device = open(launch);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
    clientName.complete(address().getHostString() + ":" + address().getPort());
  }

  /**
   * Starts an agent, which listens and is announced when this returns.
   *
   * @throws IOException if the address, the interface or the directory cannot be used
   */
  public static ManagementAgent start(ManagementSettings settings) throws IOException {
    return new ManagementAgent(settings);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return device.address();
  }

  /** What it announces. */
  Target target() {
    return device.target();
  }

  /** Waits until a manager has stopped the process; then the agent has nothing left to do. */
  public void awaitStop() {
    service.stopped().toCompletableFuture().join();
  }

  /** Says Bye, ends its process, and waits until that is gone. Idempotent. */
  @Override
  public synchronized void close() {
    while (!releases.isEmpty()) {
      releases.pop().run();
    }
  }

  private Optional<ServerLaunch> launch() throws IOException {
    if (settings.role() != ManagedRole.SERVER) {
      return Optional.empty();
    }
    Path data = settings.directory().resolve("server-" + id);
    ServerLaunch launch = new ServerLaunch(settings, data);
    releases.push(() -> release(launch));
    return Optional.of(launch);
  }

  private ManagedProcess server(ServerLaunch launch, ChildProcesses children) {
    SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT);
    releases.push(caller::close);
    return new ManagedServer(launch, children, caller, executor, notices);
  }

  private ManagedProcess client(ChildProcesses children) {
    CompletableFuture<ManagedClient> self = new CompletableFuture<>();
    ManagedClient client =
        new ManagedClient(
            children,
            settings.networkInterface(),
            clientName,
            result -> ended(self.join(), result),
            notices);
    self.complete(client);
    return client;
  }

  /** On the thread that reads what the client prints. */
  private void ended(ManagedClient client, ClientRunResult result) {
    try {
      executor.execute(
          () -> {
            client.ended(result);
            events.publish(ManagementOperations.END_DISSEMINATION, EmptyBody.EMPTY);
            notices.once("the client has ended its commands");
          });
    } catch (RejectedExecutionException e) {
      // The agent is ending: nobody waits for the event.
    }
  }

  private Device open(Optional<ServerLaunch> launch) throws IOException {
    Discovery discovery = Discovery.open(settings.discovery());
    releases.push(discovery::close);
    Device.Builder builder =
        Device.builder(id)
            .type(settings.role().deviceType())
            .model(ThisModel.of("Flotilla", "Flotilla benchmark agent"))
            .device(new ThisDevice("Agent of " + settings.name(), null, id.toString()))
            .address(new InetSocketAddress(settings.address(), 0))
            .eventLoops(loops)
            .discovery(discovery)
            .service(service.hosted(events));
    launch.map(ManagementAgent::raftService).ifPresent(builder::service);
    Device started = builder.start();
    releases.push(started::close);
    return started;
  }

  /** A manager of 2014 takes the address of the server from the metadata of the agent. */
  private static HostedService raftService(ServerLaunch launch) {
    return HostedService.builder(RaftNames.SERVICE)
        .portType(new QName(RaftNames.RAFT, RaftNames.SERVICE, "r"))
        .elsewhere(launch.address())
        .build();
  }

  private String endpoint() {
    return "urn:uuid:" + id;
  }

  private static void release(ServerLaunch launch) {
    try {
      launch.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

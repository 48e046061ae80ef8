package dev.flotilla.bench.harness.management;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.harness.device.AgentDevice;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.eventing.EventSourceSettings;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
  private final AgentDevice device;
  private final ManagementService service;

  private ManagementAgent(ManagementSettings settings) throws IOException {
    this.settings = settings;
    Path directory = settings.device().directory();
    Path statistics = Files.createDirectories(directory.resolve("statistics"));
    ChildProcesses children =
        ChildProcesses.open(Files.createDirectories(directory.resolve("logs")));
    device = new AgentDevice(settings.device(), "flotilla-agent-2014", children);
    EventSource events =
        device.own(
            EventSource.open(
                device.loops(), SUBSCRIPTIONS, List.of(ManagementOperations.END_DISSEMINATION)));
    Notices notices = new Notices(settings.device().log());
    try {
      ManagedProcess process =
          switch (settings.role()) {
            case SERVER -> server(children, notices);
            case CLIENT -> client(children, events, notices);
          };
      service = new ManagementService(process, device, new StatisticsFiles(statistics), notices);
      device.open(described -> describe(described, process, events));
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
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
    return device.device().address();
  }

  /** What it announces. */
  Target target() {
    return device.device().target();
  }

  /** Waits until a manager has stopped the process; then the agent has nothing left to do. */
  public void awaitStop() {
    service.stopped().toCompletableFuture().join();
  }

  /** Says Bye, ends its process, and waits until that is gone. Idempotent. */
  @Override
  public void close() {
    device.close();
  }

  private ManagedProcess server(ChildProcesses children, Notices notices) throws IOException {
    SoapCaller caller = device.own(new SoapCaller(device.loops(), CallerOptions.DEFAULT));
    Path data = settings.device().directory().resolve("server-" + device.id());
    return device.own(
        new ManagedServer(settings, data, children, caller, device.executor(), notices));
  }

  private ManagedProcess client(ChildProcesses children, EventSource events, Notices notices) {
    return new ManagedClient(
        children,
        settings.networkInterface(),
        () -> address().getHostString() + ":" + address().getPort(),
        () -> events.publish(ManagementOperations.END_DISSEMINATION, EmptyBody.EMPTY),
        device.executor(),
        notices);
  }

  private Device.Builder describe(
      Device.Builder described, ManagedProcess process, EventSource events) {
    process.raftService().map(ManagementAgent::raftService).ifPresent(described::service);
    return described.type(settings.role().deviceType()).service(service.hosted(events));
  }

  /** A manager of 2014 takes the address of the server from the metadata of the agent. */
  private static HostedService raftService(URI server) {
    return HostedService.builder(RaftNames.SERVICE)
        .portType(new QName(RaftNames.RAFT, RaftNames.SERVICE, "r"))
        .elsewhere(server)
        .build();
  }
}

package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.ThisDevice;
import dev.flotilla.dpws.device.ThisModel;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.RequestGuard;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.keys.Principal;
import dev.flotilla.raftdpws.keys.Role;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A device that starts and ends the servers of a measurement on its host.
 *
 * <p><b>Thread.</b> Any thread; {@link #start} and {@link #close} block.
 */
final class BenchAgent implements AutoCloseable {
  private static final long WATCH_MILLIS = 500;

  private final Deque<Runnable> releases = new ArrayDeque<>();
  private final ScheduledExecutorService executor;
  private final AgentServers servers;
  private final AgentService service;
  private final Device device;

  private BenchAgent(AgentSettings settings) throws IOException {
    AgentDirectory directory = AgentDirectory.take(settings.directory(), settings.room());
    releases.push(() -> close(directory, settings.log()));
    ChildProcesses children = ChildProcesses.open(directory.logs());
    releases.push(children::close);
    executor =
        Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "flotilla-agent"));
    releases.push(this::endExecutor);
    servers = new AgentServers(settings, directory, children);
    service = new AgentService(servers, settings.log(), executor);
    try {
      device = open(settings);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
    var unused =
        executor.scheduleWithFixedDelay(
            servers::endExpired, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static void close(AgentDirectory directory, Consumer<String> log) {
    try {
      directory.close();
    } catch (IOException e) {
      log.accept("data were not deleted: " + e.getMessage());
    }
  }

  /** Waits for what it does, so that no server is started behind the back of the end. */
  private void endExecutor() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
        return; // the children are ended all the same, and no other can be started then
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Starts an agent, which listens and is announced when this returns.
   *
   * @throws IOException if the address, the interface, the keys or the directory cannot be used
   */
  static BenchAgent start(AgentSettings settings) throws IOException {
    return new BenchAgent(settings);
  }

  /** Where it listens. */
  InetSocketAddress address() {
    return device.address();
  }

  /** Looks for leases that have run out now, as it does twice a second, and waits. */
  void endExpired() throws InterruptedException, ExecutionException {
    executor.submit(servers::endExpired).get();
  }

  /** Says Bye, ends every process that it has started, and waits until all are gone. */
  @Override
  public synchronized void close() {
    while (!releases.isEmpty()) {
      releases.pop().run();
    }
  }

  private Device open(AgentSettings settings) throws IOException {
    UUID id = UUID.randomUUID();
    HttpLimits limits = limits(settings.keys());
    EventLoops loops = EventLoops.start(1, "flotilla-agent-net");
    releases.push(loops::close);
    Discovery discovery = Discovery.open(settings.discovery());
    releases.push(discovery::close);
    Device started =
        Device.builder(id)
            .type(AgentNames.DEVICE_TYPE)
            .scope(AgentNames.scope(settings.experiment()))
            .model(ThisModel.of("Flotilla", "Flotilla benchmark agent"))
            .device(new ThisDevice("Agent of " + settings.experiment(), null, id.toString()))
            .address(new InetSocketAddress(settings.address(), 0))
            .limits(limits)
            .eventLoops(loops)
            .discovery(discovery)
            .service(service.hosted())
            .start();
    releases.push(started::close);
    return started;
  }

  private HttpLimits limits(Optional<Path> directory) throws IOException {
    if (directory.isEmpty()) {
      return HttpLimits.DEFAULT;
    }
    GroupKeys keys = GroupKeys.open(directory.get());
    releases.push(keys::close);
    return HttpLimits.DEFAULT.withKeys(keys.tls(), administratorsOnly(keys));
  }

  private static RequestGuard administratorsOnly(GroupKeys keys) {
    return (action, caller, remote) -> {
      Optional<Principal> who = caller.map(keys::principal);
      if (who.filter(it -> it.is(Role.ADMIN)).isPresent()) {
        return Optional.empty();
      }
      keys.tls()
          .logRefusal(
              remote, who.map(Principal::toString).orElse("nobody") + " is no administrator");
      return Optional.of(SoapFault.sender("a manager needs the certificate of an administrator"));
    };
  }
}

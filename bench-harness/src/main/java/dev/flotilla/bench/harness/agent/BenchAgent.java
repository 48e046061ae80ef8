package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.harness.device.AgentDevice;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.RequestGuard;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.keys.Principal;
import dev.flotilla.raftdpws.keys.Role;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;

/**
 * A device that starts and ends the servers of a measurement on its host. What it refuses is
 * answered with a fault of the sender.
 *
 * <p><b>Thread.</b> Any thread; {@link #start} and {@link #close} block.
 */
final class BenchAgent implements AutoCloseable {
  private static final long WATCH_MILLIS = 500;

  private final AgentSettings settings;
  private final AgentServers servers;
  private final AgentDevice device;

  private BenchAgent(AgentSettings settings) throws IOException {
    this.settings = settings;
    AgentDirectory directory = AgentDirectory.take(settings.device().directory(), settings.room());
    ChildProcesses children = ChildProcesses.open(directory.logs());
    servers = new AgentServers(settings, directory, children);
    device = new AgentDevice(settings.device(), "flotilla-agent", directory, children);
    device.open(this::describe);
    var unused =
        device
            .executor()
            .scheduleWithFixedDelay(
                servers::endExpired, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
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
    return device.device().address();
  }

  /** Looks for leases that have run out now, as it does twice a second, and waits. */
  void endExpired() throws InterruptedException, ExecutionException {
    device.executor().submit(servers::endExpired).get();
  }

  /** Says Bye, ends every process that it has started, and waits until all are gone. */
  @Override
  public void close() {
    device.close();
  }

  private Device.Builder describe(Device.Builder described) throws IOException {
    return described
        .type(AgentNames.DEVICE_TYPE)
        .scope(AgentNames.scope(settings.device().name()))
        .limits(limits())
        .service(service());
  }

  private HttpLimits limits() throws IOException {
    if (settings.keys().isEmpty()) {
      return HttpLimits.DEFAULT;
    }
    GroupKeys keys = device.own(GroupKeys.open(settings.keys().get()));
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

  private HostedService service() {
    HostedService.Builder builder =
        HostedService.builder(AgentNames.SERVICE)
            .portType(new QName(AgentNames.NAMESPACE, AgentNames.PORT_TYPE, AgentNames.PREFIX));
    for (Method method : Agent.class.getMethods()) {
      builder.operation(
          AgentOperations.of(method),
          device.inTurn((request, exchange) -> answer(method, request, exchange)));
    }
    return builder.build();
  }

  private void answer(Method method, AgentOperations.Request request, Exchange<Object> exchange) {
    try {
      Agent agent = servers.of(request.manager());
      exchange.answer(AgentOperations.invoke(method, agent, request.arguments()));
    } catch (InterruptedIOException e) {
      AgentDevice.refuseAtEnd(exchange);
    } catch (IOException | RuntimeException e) {
      servers.log(
          "refused %s of manager %s: %s"
              .formatted(method.getName(), request.manager(), e.getMessage()));
      exchange.fault(SoapFault.sender(String.valueOf(e.getMessage())));
    }
  }
}

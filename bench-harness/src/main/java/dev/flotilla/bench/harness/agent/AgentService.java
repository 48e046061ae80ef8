package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.harness.agent.AgentOperations.Call;
import dev.flotilla.bench.harness.agent.AgentOperations.Nothing;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import javax.xml.namespace.QName;

/**
 * Answers the requests of managers. What it refuses is answered with a fault of the sender.
 *
 * <p><b>Thread.</b> Requests arrive on event loops and run on the executor, one at a time.
 */
final class AgentService {
  private final AgentServers servers;
  private final Consumer<String> log;
  private final Executor executor;

  /**
   * A service without managers.
   *
   * @param servers does the work
   * @param executor runs one task at a time
   */
  AgentService(AgentServers servers, Consumer<String> log, Executor executor) {
    this.servers = servers;
    this.log = log;
    this.executor = executor;
  }

  private interface Action<Q, A> {
    A answer(UUID manager, Q request) throws IOException, InterruptedException;
  }

  /** The service with its operations, to be hosted by a device. */
  HostedService hosted() {
    HostedService.Builder builder =
        HostedService.builder(AgentNames.SERVICE)
            .portType(new QName(AgentNames.NAMESPACE, AgentNames.PORT_TYPE, AgentNames.PREFIX));
    add(builder, AgentOperations.ATTACH, (manager, nothing) -> servers.describe());
    addLeased(builder, AgentOperations.RESERVE, (manager, request) -> servers.reserve(request));
    addLeased(builder, AgentOperations.START, servers::start);
    addLeased(builder, AgentOperations.KILL, servers::kill);
    addLeased(builder, AgentOperations.INSPECT, servers::inspect);
    addLeased(builder, AgentOperations.ROOM, (manager, nothing) -> servers.requireRoom());
    addLeased(builder, AgentOperations.RENEW, (manager, nothing) -> nothing);
    addLeased(builder, AgentOperations.END_CLUSTER, servers::end);
    add(builder, AgentOperations.GOODBYE, this::goodbye);
    return builder.build();
  }

  private <Q, A> void addLeased(
      HostedService.Builder builder, Call<Q, A> call, Action<Q, A> action) {
    add(
        builder,
        call,
        (manager, request) -> {
          servers.renew(manager);
          return action.answer(manager, request);
        });
  }

  private <Q, A> void add(HostedService.Builder builder, Call<Q, A> call, Action<Q, A> action) {
    builder.operation(
        call.soap(),
        (request, exchange) -> {
          try {
            executor.execute(() -> answer(call, request, exchange, action));
          } catch (RejectedExecutionException e) {
            exchange.fault(SoapFault.receiver("the agent is ending"));
          }
        });
  }

  private <Q, A> void answer(
      Call<Q, A> call, AgentRequest<Q> request, Exchange<A> exchange, Action<Q, A> action) {
    try {
      exchange.answer(action.answer(request.manager(), request.content()));
    } catch (IOException | RuntimeException e) {
      log.accept(
          "refused %s of manager %s: %s".formatted(call.name(), request.manager(), e.getMessage()));
      exchange.fault(SoapFault.sender(String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.fault(SoapFault.receiver("the agent is ending"));
    }
  }

  private Nothing goodbye(UUID manager, Nothing nothing) throws IOException, InterruptedException {
    servers.end(manager);
    log.accept("manager " + manager + " said goodbye");
    return nothing;
  }
}

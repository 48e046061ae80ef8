package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.harness.agent.AgentOperations.Call;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import javax.xml.namespace.QName;

/**
 * Answers the requests of managers that know the secret, each once, and proves to them that it
 * knows the secret, too. To anyone else it says nothing but a fault.
 *
 * <p><b>Thread.</b> Requests arrive on event loops and run on the executor, one at a time.
 */
final class AgentService {
  private final Seals seals;
  private final ReplayGuard replays = new ReplayGuard();
  private final AgentServers servers;
  private final Consumer<String> log;
  private final Executor executor;

  /**
   * A service without managers.
   *
   * @param servers does the work
   * @param executor runs one task at a time
   */
  AgentService(AgentSettings settings, AgentServers servers, Executor executor) {
    this.seals = new Seals(settings.secret());
    this.servers = servers;
    this.log = settings.log();
    this.executor = executor;
  }

  private interface Action<Q, A> {
    A answer(UUID manager, Q request) throws IOException, InterruptedException;
  }

  /** The service with its operations, to be hosted by a device. */
  HostedService hosted() {
    HostedService.Builder builder =
        HostedService.builder(AgentNames.SERVICE)
            .portType(new QName(AgentNames.NAMESPACE, AgentNames.PORT_TYPE, AgentNames.PREFIX))
            .operation(AgentOperations.ATTACH.soap(), this::attach);
    add(builder, AgentOperations.RESERVE, (manager, request) -> servers.reserve(request));
    add(builder, AgentOperations.START, servers::start);
    add(builder, AgentOperations.KILL, servers::kill);
    add(builder, AgentOperations.INSPECT, servers::inspect);
    add(builder, AgentOperations.ROOM, (manager, nothing) -> servers.requireRoom());
    add(builder, AgentOperations.RENEW, (manager, nothing) -> nothing);
    add(builder, AgentOperations.END_CLUSTER, servers::end);
    add(builder, AgentOperations.GOODBYE, this::goodbye);
    return builder.build();
  }

  /** Changes nothing, so a recorded request may come again: its answer fits no other question. */
  private void attach(SealedMessage request, Exchange<SealedMessage> exchange) {
    if (isGenuine(AgentOperations.ATTACH, request, exchange)) {
      execute(
          exchange,
          () ->
              answer(
                  AgentOperations.ATTACH,
                  request,
                  exchange,
                  (manager, nothing) -> servers.describe(replays.nonce())));
    }
  }

  private <Q, A> void add(HostedService.Builder builder, Call<Q, A> call, Action<Q, A> action) {
    builder.operation(
        call.soap(),
        (request, exchange) -> {
          if (isGenuine(call, request, exchange) && isNew(call, request, exchange)) {
            execute(exchange, () -> lease(call, request, exchange, action));
          }
        });
  }

  private boolean isGenuine(
      Call<?, ?> call, SealedMessage request, Exchange<SealedMessage> exchange) {
    if (seals.isGenuine(Seals.Direction.REQUEST, call.name(), request)) {
      return true;
    }
    log.accept(
        "refused %s from %s: another secret, or changed on its way"
            .formatted(call.name(), exchange.remoteAddress()));
    exchange.fault(fault("wrong-secret", "the request was not made with the secret of this agent"));
    return false;
  }

  private boolean isNew(Call<?, ?> call, SealedMessage request, Exchange<SealedMessage> exchange) {
    if (replays.accept(request)) {
      return true;
    }
    log.accept(
        "refused %s from %s: a repeated or outdated request of manager %s"
            .formatted(call.name(), exchange.remoteAddress(), request.manager()));
    exchange.fault(fault("replayed", "the request is not a new one of this start of the agent"));
    return false;
  }

  private void execute(Exchange<SealedMessage> exchange, Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      exchange.fault(SoapFault.receiver("the agent is ending"));
    }
  }

  private <Q, A> void lease(
      Call<Q, A> call,
      SealedMessage request,
      Exchange<SealedMessage> exchange,
      Action<Q, A> action) {
    answer(
        call,
        request,
        exchange,
        (manager, content) -> {
          servers.renew(manager);
          return action.answer(manager, content);
        });
  }

  private <Q, A> void answer(
      Call<Q, A> call,
      SealedMessage request,
      Exchange<SealedMessage> exchange,
      Action<Q, A> action) {
    String content;
    try {
      Q asked = AgentCodec.parse(request.content(), call.request());
      content = AgentCodec.answer(action.answer(request.manager(), asked));
    } catch (IOException | RuntimeException e) {
      log.accept(
          "refused %s of manager %s: %s".formatted(call.name(), request.manager(), e.getMessage()));
      content = AgentCodec.refusal(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      content = AgentCodec.refusal("the agent is ending");
    }
    exchange.answer(
        seals.seal(
            Seals.Direction.ANSWER,
            call.name(),
            request.manager(),
            request.nonce(),
            request.sequence(),
            content));
  }

  private AgentOperations.Nothing goodbye(UUID manager, AgentOperations.Nothing nothing)
      throws IOException, InterruptedException {
    replays.end(manager);
    servers.end(manager);
    log.accept("manager " + manager + " said goodbye");
    return nothing;
  }

  private static SoapFault fault(String subcode, String reason) {
    QName name = new QName(AgentNames.NAMESPACE, subcode, AgentNames.PREFIX);
    return SoapFault.of(SoapFaultCode.SENDER, name, reason);
  }
}

package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ProcessHost;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import dev.flotilla.dpws.soap.SoapFaultException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.xml.namespace.QName;

/**
 * Answers the requests of managers.
 *
 * <p><b>Thread.</b> Requests arrive on event loops and run on the executor, one at a time.
 */
final class AgentService {
  private final SharedSecret secret;
  private final AgentSystems systems;
  private final Path data;
  private final LeasedProcesses processes;
  private final Consumer<String> log;
  private final Executor executor;

  /**
   * A service without processes.
   *
   * @param host starts the processes
   * @param executor runs one task at a time
   */
  AgentService(AgentSettings settings, ProcessHost host, Executor executor) {
    this.secret = settings.secret();
    this.systems = new AgentSystems(settings.systems());
    this.data = settings.directory().resolve("data");
    this.processes = new LeasedProcesses(host, settings.lease(), settings.nanoClock());
    this.log = settings.log();
    this.executor = executor;
  }

  private interface Action<Q, A> {
    A answer(Q request) throws IOException, SoapFaultException;
  }

  /** The service with its operations, to be hosted by a device. */
  HostedService hosted() {
    return HostedService.builder(AgentNames.SERVICE)
        .portType(new QName(AgentNames.NAMESPACE, AgentNames.PORT_TYPE, AgentNames.PREFIX))
        .operation(
            AgentOperations.START,
            (request, exchange) -> run(StartRequest::caller, this::start, request, exchange))
        .operation(
            AgentOperations.KILL,
            (request, exchange) -> run(ProcessRequest::caller, this::kill, request, exchange))
        .operation(
            AgentOperations.INSPECT,
            (request, exchange) -> run(ProcessRequest::caller, this::inspect, request, exchange))
        .operation(
            AgentOperations.RENEW,
            (request, exchange) ->
                run(Function.identity(), caller -> EmptyBody.EMPTY, request, exchange))
        .build();
  }

  /** Ends the processes of managers whose lease has run out; on the executor. */
  void endExpired() {
    int killed = processes.endExpired();
    if (killed > 0) {
      log.accept("killed %s processes: the lease of their manager has run out".formatted(killed));
    }
  }

  private <Q, A> void run(
      Function<Q, Caller> callerOf, Action<Q, A> action, Q request, Exchange<A> exchange) {
    Caller caller = callerOf.apply(request);
    if (!secret.matches(caller.secret())) {
      log.accept("refused a request from %s: wrong secret".formatted(exchange.remoteAddress()));
      exchange.fault(fault("wrong-secret", "the secret is not that of this agent"));
      return;
    }
    try {
      executor.execute(() -> answer(caller, action, request, exchange));
    } catch (RejectedExecutionException e) {
      exchange.fault(SoapFault.receiver("the agent is ending"));
    }
  }

  private <Q, A> void answer(Caller caller, Action<Q, A> action, Q request, Exchange<A> exchange) {
    try {
      processes.renew(caller.manager());
      exchange.answer(action.answer(request));
    } catch (SoapFaultException e) {
      log.accept("refused a request of %s: %s".formatted(caller, e.getMessage()));
      exchange.fault(e.fault());
    } catch (IOException | RuntimeException e) {
      log.accept("failed a request of %s: %s".formatted(caller, e.getMessage()));
      exchange.fault(SoapFault.receiver(String.valueOf(e.getMessage())));
    }
  }

  private ProcessReport start(StartRequest request) throws IOException, SoapFaultException {
    ProcessName name = request.process();
    AgentSystem system = systems.find(name);
    Path directory = data.resolve(request.caller().manager().toString()).resolve(name.toString());
    JavaProgram program =
        system.server(
            request.caller().manager(),
            name.number(),
            request.servers(),
            directory,
            request.jvmOptions());
    HostedProcess started = processes.start(request.caller().manager(), name, program);
    log.accept("started %s for %s".formatted(name, request.caller()));
    return report(started);
  }

  private ProcessReport kill(ProcessRequest request) throws SoapFaultException {
    HostedProcess process = require(request);
    process.kill();
    log.accept("killed %s for %s".formatted(request.process(), request.caller()));
    return report(process);
  }

  private ProcessReport inspect(ProcessRequest request) throws SoapFaultException {
    return report(require(request));
  }

  private HostedProcess require(ProcessRequest request) throws SoapFaultException {
    return processes
        .find(request.caller().manager(), request.process())
        .orElseThrow(
            () ->
                new SoapFaultException(
                    fault(
                        "unknown-process",
                        "%s has not started %s here"
                            .formatted(request.caller(), request.process()))));
  }

  private static ProcessReport report(HostedProcess process) {
    return new ProcessReport(
        process.isAlive(),
        process.cpuTime().toMillis(),
        process.log().toString(),
        LogTail.of(process.log()));
  }

  /** A fault that is the sender's, with a subcode in our namespace. */
  static SoapFault fault(String subcode, String reason) {
    QName name = new QName(AgentNames.NAMESPACE, subcode, AgentNames.PREFIX);
    return SoapFault.of(SoapFaultCode.SENDER, name, reason);
  }
}

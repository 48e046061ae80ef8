package dev.flotilla.bench.harness.management;

import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of a manager of 2014.
 *
 * <p><b>Thread.</b> Requests arrive on event loops and run on the executor, one at a time.
 */
final class ManagementService {
  private static final String WSDL = "ManagementService.wsdl";
  private static final String SCHEMA = "management.xsd";

  private final ManagedProcess process;
  private final String endpoint;
  private final StatisticsFiles files;
  private final Notices notices;
  private final Executor executor;
  private final CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();

  /**
   * A service that nobody has asked.
   *
   * @param endpoint the endpoint reference of the device
   * @param executor runs one task at a time
   */
  ManagementService(
      ManagedProcess process,
      String endpoint,
      StatisticsFiles files,
      Notices notices,
      Executor executor) {
    this.process = process;
    this.endpoint = endpoint;
    this.files = files;
    this.notices = notices;
    this.executor = executor;
  }

  private interface Step {
    void run() throws IOException;
  }

  /**
   * The service, to be hosted by a device.
   *
   * @param events publishes {@link ManagementOperations#END_DISSEMINATION}
   */
  HostedService hosted(EventSource events) {
    return HostedService.builder(ManagementNames.SERVICE)
        .portType(ManagementNames.PORT_TYPE)
        .operation(
            ManagementOperations.SET_PARAMETERS,
            (parameters, exchange) -> run(exchange, () -> process.setParameters(parameters)))
        .operation(
            ManagementOperations.SET_MEMBERSHIP,
            (servers, exchange) -> execute(exchange, () -> setMembership(servers, exchange)))
        .operation(ManagementOperations.START, (nothing, exchange) -> run(exchange, process::start))
        .operation(
            ManagementOperations.START_DISSEMINATION,
            (nothing, exchange) -> run(exchange, process::startDissemination))
        .operation(
            ManagementOperations.WRITE_STATS,
            (name, exchange) -> run(exchange, () -> writeStats(name)))
        .operation(ManagementOperations.GET_STATS, (nothing, exchange) -> getStats(exchange))
        .operation(ManagementOperations.STOP, (nothing, exchange) -> run(exchange, this::stop))
        .operation(
            ManagementOperations.GET_ENDPOINT, (nothing, exchange) -> exchange.answer(endpoint))
        .wsdl(WSDL, HttpResource.xml(ManagementService.class, WSDL))
        .document(SCHEMA, HttpResource.xml(ManagementService.class, SCHEMA))
        .events(events)
        .build();
  }

  /** Ends when a manager has stopped the process. */
  CompletionStage<@Nullable Void> stopped() {
    return stopped.minimalCompletionStage();
  }

  private void run(Exchange<EmptyBody> exchange, Step step) {
    execute(
        exchange,
        () -> {
          step.run();
          exchange.answer(EmptyBody.EMPTY);
        });
  }

  private void setMembership(ServerAddresses servers, Exchange<EmptyBody> exchange)
      throws IOException {
    process
        .setMembership(servers)
        .whenComplete(
            (nothing, failure) -> {
              if (failure == null) {
                exchange.answer(EmptyBody.EMPTY);
              } else {
                exchange.fault(SoapFault.receiver(String.valueOf(failure.getMessage())));
              }
            });
  }

  private void getStats(Exchange<String> exchange) {
    execute(exchange, () -> process.stats().thenAccept(exchange::answer));
  }

  private void writeStats(String name) {
    Path file = files.file(name);
    process.stats().thenAcceptAsync(text -> write(file, text), executor);
  }

  private void write(Path file, String text) {
    try {
      files.write(file, text);
      notices.once("wrote " + file);
    } catch (IOException e) {
      notices.once("the statistics were not written: " + e.getMessage());
    }
  }

  private void stop() {
    process.stop();
    stopped.complete(null);
  }

  private void execute(Exchange<?> exchange, Step step) {
    try {
      executor.execute(() -> answer(exchange, step));
    } catch (RejectedExecutionException e) {
      exchange.fault(SoapFault.receiver("the agent is ending"));
    }
  }

  private void answer(Exchange<?> exchange, Step step) {
    try {
      step.run();
    } catch (IllegalArgumentException | IllegalStateException e) {
      notices.once("rejected a request: " + e.getMessage());
      exchange.fault(SoapFault.sender(String.valueOf(e.getMessage())));
    } catch (IOException | RuntimeException e) {
      notices.once("failed a request: " + e.getMessage());
      exchange.fault(SoapFault.receiver(String.valueOf(e.getMessage())));
    }
  }
}

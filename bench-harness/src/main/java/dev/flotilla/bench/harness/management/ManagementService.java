package dev.flotilla.bench.harness.management;

import dev.flotilla.bench.harness.device.AgentDevice;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of a manager of 2014.
 *
 * <p><b>Thread.</b> Requests arrive on event loops and run on the thread of the device.
 */
final class ManagementService {
  private static final String WSDL = "ManagementService.wsdl";
  private static final String SCHEMA = "management.xsd";

  private final ManagedProcess process;
  private final AgentDevice device;
  private final StatisticsFiles files;
  private final Notices notices;
  private final HostedService.Builder service =
      HostedService.builder(ManagementOperations.SERVICE).portType(ManagementOperations.PORT_TYPE);
  private final CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();

  /** A service that nobody has asked. */
  ManagementService(
      ManagedProcess process, AgentDevice device, StatisticsFiles files, Notices notices) {
    this.process = process;
    this.device = device;
    this.files = files;
    this.notices = notices;
  }

  private interface Step<Q, A> {
    CompletionStage<A> take(Q request) throws IOException;
  }

  private interface Order<Q> {
    void take(Q request) throws IOException;
  }

  /**
   * The service, to be hosted by a device.
   *
   * @param events publishes {@link ManagementOperations#END_DISSEMINATION}
   */
  HostedService hosted(EventSource events) {
    order(ManagementOperations.SET_PARAMETERS, process::setParameters);
    add(ManagementOperations.SET_MEMBERSHIP, process::setMembership);
    order(ManagementOperations.START, nothing -> process.start());
    order(ManagementOperations.START_DISSEMINATION, nothing -> process.startDissemination());
    order(ManagementOperations.WRITE_STATS, this::writeStats);
    add(ManagementOperations.GET_STATS, nothing -> process.stats());
    order(ManagementOperations.STOP, nothing -> stop());
    add(
        ManagementOperations.GET_ENDPOINT,
        nothing -> CompletableFuture.completedFuture("urn:uuid:" + device.id()));
    return service
        .wsdl(WSDL, HttpResource.xml(ManagementService.class, WSDL))
        .document(SCHEMA, HttpResource.xml(ManagementService.class, SCHEMA))
        .events(events)
        .build();
  }

  /** Ends when a manager has stopped the process. */
  CompletionStage<@Nullable Void> stopped() {
    return stopped.minimalCompletionStage();
  }

  private <Q> void order(Operation<Q, EmptyBody> operation, Order<Q> order) {
    add(
        operation,
        request -> {
          order.take(request);
          return CompletableFuture.completedFuture(EmptyBody.EMPTY);
        });
  }

  private <Q, A> void add(Operation<Q, A> operation, Step<Q, A> step) {
    service.operation(
        operation, device.inTurn((request, exchange) -> answer(step, request, exchange)));
  }

  private <Q, A> void answer(Step<Q, A> step, Q request, Exchange<A> exchange) {
    try {
      step.take(request)
          .whenComplete(
              (answer, failure) -> {
                if (failure == null) {
                  exchange.answer(answer);
                } else {
                  exchange.fault(SoapFault.receiver(String.valueOf(failure.getMessage())));
                }
              });
    } catch (IllegalArgumentException | IllegalStateException e) {
      notices.once("rejected a request: " + e.getMessage());
      exchange.fault(SoapFault.sender(String.valueOf(e.getMessage())));
    } catch (IOException | RuntimeException e) {
      notices.once("failed a request: " + e.getMessage());
      exchange.fault(SoapFault.receiver(String.valueOf(e.getMessage())));
    }
  }

  private void writeStats(String name) {
    Path file = files.file(name);
    process.stats().thenAcceptAsync(text -> write(file, text), device.executor());
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
}

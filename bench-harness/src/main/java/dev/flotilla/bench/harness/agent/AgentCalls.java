package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.harness.agent.AgentOperations.Call;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.DeviceExplorer;
import dev.flotilla.dpws.device.Metadata;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls agents. Any thread; every method blocks until the answer is there. */
final class AgentCalls implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private final EventLoops loops = EventLoops.start(1, "flotilla-agents");
  private final SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT);
  private final DeviceExplorer explorer = new DeviceExplorer(caller);

  /**
   * Calls an operation and waits.
   *
   * @throws IOException if the agent answers with a fault, or not at all; the message names it
   */
  SealedMessage call(AgentAddress agent, Call<?, ?> call, SealedMessage request)
      throws IOException {
    return await(
        agent.toString(),
        caller.call(agent.service(), call.soap(), request, call.timeout()),
        call.timeout());
  }

  /**
   * What a device says of itself.
   *
   * @throws IOException if it does not answer
   */
  Metadata metadata(Target device) throws IOException {
    EndpointReference reference = new EndpointReference(device.endpointReference());
    URI address =
        device.xAddrs().stream()
            .findFirst()
            .orElseThrow(() -> new IOException(device.endpointReference() + " has no address"));
    return await("agent at " + address, explorer.device(reference, address, TIMEOUT), TIMEOUT);
  }

  @Override
  public void close() {
    caller.close();
    loops.close();
  }

  private static <A> A await(String agent, CompletionStage<A> answer, Duration timeout)
      throws IOException {
    try {
      return answer
          .toCompletableFuture()
          .get(timeout.plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(agent + ": " + cause.getMessage(), cause);
    } catch (TimeoutException e) {
      throw new IOException(agent + " does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException(agent + ": interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}

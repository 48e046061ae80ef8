package dev.flotilla.bench.harness.agent;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.DeviceExplorer;
import dev.flotilla.dpws.device.Metadata;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import dev.flotilla.raftdpws.keys.GroupKeys;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls agents; with keys only those that hold a server's certificate of the same authority. Any
 * thread; every method blocks until the answer is there.
 */
final class AgentCalls implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private final Optional<GroupKeys> keys;
  private final Duration least;
  private final EventLoops loops = EventLoops.start(1, "flotilla-agents");
  private final SoapCaller caller;
  private final DeviceExplorer explorer;

  private AgentCalls(Optional<GroupKeys> keys, Duration least) {
    this.keys = keys;
    this.least = least;
    CallerOptions options = CallerOptions.DEFAULT;
    caller = new SoapCaller(loops, keys.map(it -> it.toServers(options)).orElse(options));
    explorer = new DeviceExplorer(caller);
  }

  /**
   * Calls with the keys of a directory, or without keys.
   *
   * @throws IOException if the keys cannot be used
   */
  static AgentCalls open(Optional<Path> keys) throws IOException {
    return open(keys, Duration.ZERO);
  }

  /**
   * The same, and each call waits at least so long for its answer, for tests on a busy machine.
   *
   * @throws IOException if the keys cannot be used
   */
  static AgentCalls open(Optional<Path> keys, Duration least) throws IOException {
    return new AgentCalls(
        keys.isPresent() ? Optional.of(GroupKeys.open(keys.get())) : Optional.empty(), least);
  }

  /**
   * Calls an operation and waits.
   *
   * @throws AgentRefusedException if the agent refuses the request; the message names it and says
   *     why
   * @throws IOException if it does not answer; the message names it
   */
  Object call(URI agent, Method method, AgentOperations.Request request) throws IOException {
    Duration timeout = atLeast(AgentOperations.timeout(method));
    return await(agent, caller.call(agent, AgentOperations.of(method), request, timeout), timeout);
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
    Duration timeout = atLeast(TIMEOUT);
    return await(address, explorer.device(reference, address, timeout), timeout);
  }

  private Duration atLeast(Duration usual) {
    return usual.compareTo(least) < 0 ? least : usual;
  }

  @Override
  public void close() {
    caller.close();
    loops.close();
    keys.ifPresent(GroupKeys::close);
  }

  private static <A> A await(URI address, CompletionStage<A> answer, Duration timeout)
      throws IOException {
    String agent = "agent at " + address.getAuthority();
    try {
      return answer
          .toCompletableFuture()
          .get(timeout.plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      SoapFault fault = cause instanceof CallFailure failure ? failure.fault() : null;
      if (fault != null && fault.code() == SoapFaultCode.SENDER) {
        throw new AgentRefusedException(
            "agent at %s: %s".formatted(address.getHost(), fault.reason()), cause);
      }
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

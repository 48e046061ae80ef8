package dev.flotilla.client.dpws;

import dev.flotilla.client.Network;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.soap.Operation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * Asks one server after another for something that a {@link dev.flotilla.client.GroupClient} has no
 * call for. Any thread may ask; it blocks until the answer. No retries.
 */
public final class ServerAsk implements AutoCloseable {
  private final ClientRuntime runtime;

  private ServerAsk(ClientRuntime runtime) {
    this.runtime = runtime;
  }

  /**
   * Opens threads and sockets.
   *
   * @param network where servers are
   * @param keys a key directory: servers of its group are asked only, by TLS
   * @throws IOException if the interface or the keys cannot be used
   */
  public static ServerAsk start(Network network, Optional<Path> keys) throws IOException {
    return new ServerAsk(ClientRuntime.start(network, keys));
  }

  /**
   * Asks, and waits.
   *
   * @param server where its RAFT_Service is
   * @throws CallFailure if there is no answer, or a fault
   */
  public <Q, A> A ask(URI server, Operation<Q, A> operation, Q request, Duration limit) {
    try {
      return runtime.caller().call(server, operation, request, limit).toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof CallFailure failure) {
        throw failure;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    runtime.close();
  }
}

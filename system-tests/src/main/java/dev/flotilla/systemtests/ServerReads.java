package dev.flotilla.systemtests;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks a certain server's own state machine, which answers when it holds all that its leader has
 * committed. One thread; calls block, for two minutes at the most.
 */
public final class ServerReads implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final long PATIENCE_SECONDS = 120;
  private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final EventLoops loops = EventLoops.start(1, "server-reads");
  private final SoapCaller caller =
      new SoapCaller(
          loops, CallerOptions.DEFAULT.withMaxEnvelopeBytes(RaftContract.MAX_ENVELOPE_BYTES));

  /**
   * Asks until it answers.
   *
   * @param server where its RAFT_Service is
   * @throws IOException if it does not answer in time
   */
  public Bytes ask(URI server, Bytes question) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    String last;
    do {
      last = "it cannot reach its leader";
      try {
        ReadResponse read =
            caller
                .call(server, RaftOperations.READ, ReadRequest.query(question), LIMIT)
                .toCompletableFuture()
                .join();
        if (read.success() && read.result().isPresent()) {
          return read.result().get();
        }
      } catch (CompletionException e) {
        last = String.valueOf(e.getCause());
      }
      LockSupport.parkNanos(BETWEEN_NANOS);
    } while (System.nanoTime() - deadline < 0);
    throw new IOException(server + " does not answer '" + question.toUtf8() + "': " + last);
  }

  @Override
  public void close() {
    caller.close();
    loops.close();
  }
}

package dev.flotilla.systemtests;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Asks a certain server's own state machine, which answers when it holds all that its leader has
 * committed. One thread; calls block, for two minutes at the most.
 */
public final class ServerReads implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final String NO_LEADER = "it cannot reach its leader";
  private static final Patience PATIENCE =
      new Patience(Duration.ofMinutes(2), Duration.ofMillis(20));

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
  public Bytes ask(URI server, Bytes question) throws IOException, InterruptedException {
    CompletableFuture<Bytes> answer = new CompletableFuture<>();
    AtomicReference<String> last = new AtomicReference<>("");
    boolean isAnswered =
        PATIENCE.holdsInTime(
            () ->
                caller
                    .call(server, RaftOperations.READ, ReadRequest.query(question), LIMIT)
                    .handle(
                        (read, failure) -> {
                          last.set(failure == null ? NO_LEADER : String.valueOf(failure));
                          return read != null
                              && read.success()
                              && read.result().map(answer::complete).isPresent();
                        })
                    .toCompletableFuture()
                    .join());
    if (!isAnswered) {
      throw new IOException(server + " does not answer '" + question.toUtf8() + "': " + last.get());
    }
    return answer.join();
  }

  @Override
  public void close() {
    caller.close();
    loops.close();
  }
}

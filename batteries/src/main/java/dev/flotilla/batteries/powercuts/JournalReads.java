package dev.flotilla.batteries.powercuts;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.CallerOptions;
import dev.flotilla.dpws.http.SoapCaller;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.raftdpws.wire.ReadRequest;
import dev.flotilla.raftdpws.wire.ReadResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks a certain server for its own journal, which it reads when it holds all that its leader has
 * committed. One thread; calls block.
 */
final class JournalReads implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final long PATIENCE_SECONDS = 120;
  private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final EventLoops loops = EventLoops.start(1, "journal-reads");
  private final SoapCaller caller =
      new SoapCaller(
          loops, CallerOptions.DEFAULT.withMaxEnvelopeBytes(RaftContract.MAX_ENVELOPE_BYTES));

  /** The records from an index on up to another, as lines of a dump. */
  List<JournalLine> read(URI server, long from, long to) throws IOException {
    List<JournalLine> lines = new ArrayList<>();
    long next = from;
    while (next <= to) {
      List<JournalLine> more = ask(server, "range " + next + " " + to);
      if (more.isEmpty()) {
        break;
      }
      lines.addAll(more);
      next = more.get(more.size() - 1).index() + 1;
    }
    return lines;
  }

  private List<JournalLine> ask(URI server, String question) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    String last;
    do {
      last = "it cannot reach its leader";
      try {
        ReadResponse read =
            caller
                .call(server, RaftOperations.READ, ReadRequest.query(Bytes.utf8(question)), LIMIT)
                .toCompletableFuture()
                .join();
        if (read.success() && read.result().isPresent()) {
          return read.result().get().toUtf8().lines().map(JournalLine::parse).toList();
        }
      } catch (CompletionException e) {
        last = String.valueOf(e.getCause());
      }
      LockSupport.parkNanos(BETWEEN_NANOS);
    } while (System.nanoTime() - deadline < 0);
    throw new IOException(server + " does not answer '" + question + "': " + last);
  }

  @Override
  public void close() {
    caller.close();
    loops.close();
  }
}

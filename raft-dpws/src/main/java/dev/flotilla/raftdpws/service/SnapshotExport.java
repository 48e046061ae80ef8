package dev.flotilla.raftdpws.service;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raftdpws.message.ReadSnapshotRequest;
import dev.flotilla.raftdpws.message.ReadSnapshotResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.storage.snapshot.SnapshotReader;
import dev.flotilla.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out the newest snapshot in pieces, to operators who back up the state.
 *
 * <p>It keeps one snapshot open at a time, from the first piece on, so that a newer snapshot does
 * not take it away: until the last piece, or for {@value #IDLE_SECONDS} s after another one. As
 * long as somebody reads on in it, nobody else can begin with a newer one. Pieces leave at a
 * bounded pace.
 *
 * <p><b>Thread.</b> Any may ask; the files are read on a thread of their own, so that neither the
 * node nor connections wait for the disk. At most {@value #MAX_WAITING} requests wait.
 */
public final class SnapshotExport implements AutoCloseable {
  static final int MAX_WAITING = 16;
  static final long IDLE_SECONDS = 10;

  /** The largest piece. */
  public static final int PIECE_BYTES = 256 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotExport.class);
  private static final String NONE =
      "this server has no snapshot; a state that cannot be restored has none, and neither has a"
          + " witness";
  private static final String GONE = "this snapshot is not there any more; begin again";

  private final SnapshotStore store;
  private final ScheduledExecutorService thread;
  private final long bytesPerSecond;
  private final long idleNanos;
  private final AtomicInteger waiting = new AtomicInteger();

  // Of the thread.
  private @Nullable SnapshotReader open;
  private boolean isReadOn;
  private long usedNanos;
  private long nextNanos = System.nanoTime();

  /**
   * Hands out what is in a store.
   *
   * @param thread a single thread that may block; it stays open when this is closed
   * @param bytesPerSecond the pace
   */
  public SnapshotExport(SnapshotStore store, ScheduledExecutorService thread, long bytesPerSecond) {
    this(store, thread, bytesPerSecond, TimeUnit.SECONDS.toNanos(IDLE_SECONDS));
  }

  /** The same, whose readers may take so long between two pieces. */
  SnapshotExport(
      SnapshotStore store, ScheduledExecutorService thread, long bytesPerSecond, long idleNanos) {
    this.store = store;
    this.thread = thread;
    this.bytesPerSecond = bytesPerSecond;
    this.idleNanos = idleNanos;
  }

  /** Answers with a piece, from the thread; the group was checked. */
  void read(ReadSnapshotRequest request, Exchange<ReadSnapshotResponse> exchange) {
    if (waiting.incrementAndGet() > MAX_WAITING) {
      waiting.decrementAndGet();
      exchange.fault(RaftFault.BUSY.because(MAX_WAITING + " requests for snapshots wait already"));
      return;
    }
    run(() -> take(request, exchange), 0);
  }

  /** Closes the file; the thread must have ended. */
  @Override
  public void close() throws IOException {
    closeFile();
  }

  private void run(Runnable task, long delayNanos) {
    try {
      var unused = thread.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The server is being closed, and its connections with it.
      LOG.debug("A request for a snapshot comes too late");
    }
  }

  private void take(ReadSnapshotRequest request, Exchange<ReadSnapshotResponse> exchange) {
    long waitNanos = nextNanos - System.nanoTime();
    if (waitNanos > 0) {
      run(() -> take(request, exchange), waitNanos);
      return;
    }
    waiting.decrementAndGet();
    try {
      answer(request, exchange);
    } catch (IOException e) {
      LOG.warn("A snapshot cannot be read for a backup: {}", e.getMessage());
      exchange.fault(
          RaftFault.NOT_SERVING.because("the snapshot cannot be read: " + e.getMessage()));
    }
  }

  private void answer(ReadSnapshotRequest request, Exchange<ReadSnapshotResponse> exchange)
      throws IOException {
    Optional<SnapshotMetadata> wanted = request.snapshot().or(store::newest);
    if (wanted.isEmpty() || !wanted.get().holdsState()) {
      exchange.answer(ReadSnapshotResponse.none(NONE));
      return;
    }
    SnapshotReader pieces = open;
    if (pieces == null || !pieces.metadata().equals(wanted.get())) {
      if (pieces != null && isReadOn && !isIdle()) {
        exchange.fault(RaftFault.BUSY.because("another backup is being taken from this server"));
        return;
      }
      closeFile();
      pieces = store.openNewest().orElse(null);
      open = pieces;
      if (pieces == null || !request.snapshot().map(pieces.metadata()::equals).orElse(true)) {
        closeFile();
        exchange.answer(ReadSnapshotResponse.none(GONE));
        return;
      }
    }
    ReadSnapshotResponse piece = piece(pieces, request.offset());
    isReadOn = request.snapshot().isPresent();
    usedNanos = System.nanoTime();
    if (request.offset() + piece.data().size() >= pieces.metadata().sizeBytes()) {
      closeFile();
    } else {
      run(this::closeIfIdle, idleNanos);
    }
    exchange.answer(piece);
  }

  private boolean isIdle() {
    return System.nanoTime() - usedNanos >= idleNanos;
  }

  private ReadSnapshotResponse piece(SnapshotReader pieces, long offset) throws IOException {
    Bytes data =
        offset >= pieces.metadata().sizeBytes() ? Bytes.EMPTY : pieces.read(offset, PIECE_BYTES);
    nextNanos = System.nanoTime() + data.size() * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
    return new ReadSnapshotResponse(Optional.of(pieces.metadata()), data, Optional.empty());
  }

  private void closeIfIdle() {
    if (isIdle()) {
      try {
        closeFile();
      } catch (IOException e) {
        LOG.warn("A snapshot that was read for a backup cannot be closed", e);
      }
    }
  }

  private void closeFile() throws IOException {
    SnapshotReader pieces = open;
    open = null;
    if (pieces != null) {
      pieces.close();
    }
  }
}

package dev.flotilla.node;

import dev.flotilla.node.log.DurableLog;
import dev.flotilla.raft.LogRoom;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the group thread how much room the disk has set aside for the log (safety rule 11), and
 * tries again and again to set more aside when the disk is full. Owner: the log thread.
 */
final class LogRoomKeeper {
  /** Between two tries to make a segment, each of which may write most of it. */
  static final long RETRY_NANOS = 1_000_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(LogRoomKeeper.class);

  private final NodeQueues queues;
  private final DurableLog log;
  private final Clock clock;
  private long writtenRecords;
  private LogRoom told;
  private long retryAtNanos;

  LogRoomKeeper(NodeQueues queues, DurableLog log, Clock clock) {
    this.queues = queues;
    this.log = log;
    this.clock = clock;
    log.onRoom(queues.logBell::ring);
    told = log.room(0);
    queues.logRoom = told;
    retryAtNanos = clock.nanoTime() + RETRY_NANOS;
    if (isFull()) {
      warn();
    }
  }

  /** So many entries, or resets of the log, were written. */
  void written(int records) {
    writtenRecords += records;
  }

  /** Looks how it stands, after whatever was written. */
  void look() throws IOException {
    boolean wasFull = isFull();
    if (wasFull && clock.nanoTime() - retryAtNanos >= 0) {
      retryAtNanos = clock.nanoTime() + RETRY_NANOS;
      log.makeRoom();
    }
    LogRoom ofLog = log.room(writtenRecords);
    LogRoom now = queues.isStateFull ? ofLog.spared() : ofLog;
    if (now.equals(told)) {
      return;
    }
    LogRoom.Next before = told.next();
    told = now;
    queues.logRoom = now;
    if (isFull() && !wasFull) {
      retryAtNanos = clock.nanoTime() + RETRY_NANOS;
      warn();
    } else if (wasFull && !isFull()) {
      LOG.info("There is room for the log again");
    }
    if (now.next() != before) {
      queues.groupBell.ring();
    }
  }

  /** When there is something to try again. */
  long nextDeadlineNanos() {
    return isFull() ? retryAtNanos : Long.MAX_VALUE;
  }

  private boolean isFull() {
    return told.next() == LogRoom.Next.NO_ROOM;
  }

  private void warn() {
    LOG.warn(
        "No more room for the log: {}. {} bytes of it are set aside yet; commands that need more"
            + " are refused, and another server shall lead, until there is room again",
        log.whyNoRoom().orElse("the disk is full"),
        told.currentBytes());
  }
}

package dev.flotilla.node;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.storage.log.DurableLog;
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

  /** What there is for the log, whatever room the state machine has. */
  private LogRoom ofLog;

  private LogRoom told;
  private long retryAtNanos;

  LogRoomKeeper(NodeQueues queues, DurableLog log, Clock clock) {
    this.queues = queues;
    this.log = log;
    this.clock = clock;
    log.onRoom(queues.logBell::ring);
    ofLog = log.room(0);
    told = ofLog;
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
    ofLog = log.room(writtenRecords);
    if (isFull() && !wasFull) {
      retryAtNanos = clock.nanoTime() + RETRY_NANOS;
      warn();
    } else if (wasFull && !isFull()) {
      LOG.info("There is room for the log again");
    }
    tell(queues.isStateFull() ? ofLog.spared() : ofLog);
  }

  private void tell(LogRoom now) {
    LogRoom before = told;
    if (now.equals(before)) {
      return;
    }
    told = now;
    queues.logRoom = now;
    if (now.next() != before.next()) {
      queues.groupBell.ring();
      queues.changed();
    }
  }

  /** When there is something to try again. */
  long nextDeadlineNanos() {
    return isFull() ? retryAtNanos : Long.MAX_VALUE;
  }

  private boolean isFull() {
    return ofLog.next() == LogRoom.Next.NO_ROOM;
  }

  private void warn() {
    LOG.warn(
        "No more room for the log: {}. {} bytes of it are set aside yet; commands that need more"
            + " are refused, and another server shall lead, until there is room again",
        log.whyNoRoom().orElse("the disk is full"),
        ofLog.currentBytes());
  }
}

package dev.flotilla.raft.log;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.Payload;
import java.util.ArrayDeque;
import java.util.List;

/**
 * What is left of the room that the disk has set aside for the log (safety rule 11), when all that
 * this server has taken into its log and that is not known to be written is subtracted.
 *
 * <p>It puts the records into the files as whoever writes them will, only that each counts for the
 * most that it may take: so the true end of the log is never behind the one that is assumed here.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class LogSpace {
  /** Stands for a reset of the log, which begins another file. */
  private static final int RESET = -1;

  /** The most that each record takes that is not known to be written, in order. */
  private final ArrayDeque<Integer> records = new ArrayDeque<>();

  /** How many of the last of them are in no {@link Persist} yet. */
  private int gathered;

  /** How many were written before the first of them. */
  private long written;

  private LogRoom room = LogRoom.UNBOUNDED;
  private LogRoom.Next next = room.next();
  private int ownBytes = room.ownBytes();
  private boolean isBounded;

  /** What was measured last: an entry is measured before it is taken, and again when it is. */
  private Payload measured = NoOp.INSTANCE;

  private int measuredBytes = LogRoom.bytesOf(measured);

  // Invariant: the room that is left behind all of the records.
  private long currentLeft = room.currentBytes();
  private long nextLeft = room.nextBytes();

  /** The driver tells how much is set aside. */
  public void tell(LogRoom now) {
    room = now;
    next = now.next();
    ownBytes = now.ownBytes();
    isBounded = !now.equals(LogRoom.UNBOUNDED);
    while (written < now.writtenRecords()) {
      if (records.size() <= gathered) {
        throw new IllegalArgumentException(
            now + " tells of more records than the " + written + " that were handed out");
      }
      records.remove();
      written++;
    }
    placeAll();
  }

  /** Whether the disk cannot set aside any more, or the state machine has no room there. */
  public boolean isFull() {
    return next == LogRoom.Next.NO_ROOM || next == LogRoom.Next.SPARED;
  }

  /** Whether a leader may take this from a client. */
  public boolean admits(ClientPayload payload) {
    return next != LogRoom.Next.SPARED && takes(payload);
  }

  /** How it stands with room for more. */
  public LogRoom.Next next() {
    return next;
  }

  /** Whether there is room for an entry with this payload. */
  public boolean takes(Payload payload) {
    int bytes = bytesOf(payload);
    boolean fitsCurrent = bytes <= currentLeft;
    if (!fitsCurrent && bytes > nextLeft) {
      return false;
    }
    long left = nextLeft - bytes + (fitsCurrent ? currentLeft : 0);
    return left >= ownBytes || isOwn(payload);
  }

  /** {@link LogRoom#bytesOf}. */
  public int bytesOf(Payload payload) {
    if (payload != measured) {
      measured = payload;
      measuredBytes = LogRoom.bytesOf(payload);
    }
    return measuredBytes;
  }

  /** Whether there is room for a log that begins anew. */
  public boolean takesReset() {
    return nextLeft > 0;
  }

  /** An entry is taken into the log. */
  public void appended(Payload payload) {
    if (isBounded) {
      add(bytesOf(payload));
      gathered++;
    }
  }

  /** The log is to begin anew. */
  public void reset() {
    if (isBounded) {
      add(RESET);
      gathered++;
    }
  }

  /** Something is handed out to be written: what was gathered, but for what was dropped since. */
  public void handedOut(Persist persist) {
    if (!isBounded) {
      return;
    }
    int resets = 0;
    for (SnapshotStep step : persist.snapshotSteps()) {
      if (step instanceof SnapshotStep.ResetLog) {
        resets++;
      }
    }
    List<Entry> entries = persist.entries();
    if (resets + entries.size() == gathered) {
      // Nothing was dropped, so all of it has its place already.
      gathered = 0;
      return;
    }
    for (; gathered > 0; gathered--) {
      records.removeLast();
    }
    for (; resets > 0; resets--) {
      records.add(RESET);
    }
    for (Entry entry : entries) {
      records.add(LogRoom.bytesOf(entry.payload()));
    }
    placeAll();
  }

  private static boolean isOwn(Payload payload) {
    return payload instanceof NoOp
        || payload instanceof Configuration
        || payload instanceof ActivateVersion
        || payload instanceof ActivateCommands;
  }

  private void add(int bytes) {
    records.add(bytes);
    place(bytes);
  }

  private void placeAll() {
    currentLeft = room.currentBytes();
    nextLeft = room.nextBytes();
    for (int record : records) {
      place(record);
    }
  }

  private void place(int bytes) {
    if (bytes != RESET && bytes <= currentLeft) {
      currentLeft -= bytes;
      return;
    }
    currentLeft = Math.max(0, nextLeft - Math.max(0, bytes));
    nextLeft = 0;
  }
}

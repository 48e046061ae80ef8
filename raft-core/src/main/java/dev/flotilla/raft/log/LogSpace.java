package dev.flotilla.raft.log;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.Payload;
import java.util.ArrayDeque;

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

  // Invariant: the room that is left behind all of the records.
  private long currentLeft = room.currentBytes();
  private long nextLeft = room.nextBytes();

  /** The driver tells how much is set aside. */
  public void tell(LogRoom now) {
    room = now;
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
    return room.next() == LogRoom.Next.NO_ROOM || room.next() == LogRoom.Next.SPARED;
  }

  /** Whether a leader may take this from a client. */
  public boolean admits(ClientPayload payload) {
    return room.next() != LogRoom.Next.SPARED && takes(payload);
  }

  /** How it stands with room for more. */
  public LogRoom.Next next() {
    return room.next();
  }

  /** Whether there is room for an entry with this payload. */
  public boolean takes(Payload payload) {
    int bytes = LogRoom.bytesOf(payload);
    boolean fitsCurrent = bytes <= currentLeft;
    if (!fitsCurrent && bytes > nextLeft) {
      return false;
    }
    long left = nextLeft - bytes + (fitsCurrent ? currentLeft : 0);
    return isOwn(payload) || left >= room.ownBytes();
  }

  /** Whether there is room for a log that begins anew. */
  public boolean takesReset() {
    return nextLeft > 0;
  }

  /** An entry is taken into the log. */
  public void appended(Payload payload) {
    if (isBounded()) {
      add(LogRoom.bytesOf(payload));
      gathered++;
    }
  }

  /** The log is to begin anew. */
  public void reset() {
    if (isBounded()) {
      add(RESET);
      gathered++;
    }
  }

  /** Something is handed out to be written: what was gathered, but for what was dropped since. */
  public void handedOut(Persist persist) {
    if (!isBounded()) {
      return;
    }
    for (; gathered > 0; gathered--) {
      records.removeLast();
    }
    for (SnapshotStep step : persist.snapshotSteps()) {
      if (step instanceof SnapshotStep.ResetLog) {
        records.add(RESET);
      }
    }
    for (Entry entry : persist.entries()) {
      records.add(LogRoom.bytesOf(entry.payload()));
    }
    placeAll();
  }

  private static boolean isOwn(Payload payload) {
    return payload instanceof NoOp
        || payload instanceof Configuration
        || payload instanceof ActivateVersion;
  }

  private boolean isBounded() {
    return !room.equals(LogRoom.UNBOUNDED);
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

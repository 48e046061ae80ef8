package dev.flotilla.raft.log;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;

/**
 * What the disk has set aside for the log (safety rule 11), in bytes that are written and forced
 * already: an entry that fits needs no more of them.
 *
 * <p>The log is written into one file after another, and no entry into two.
 *
 * @param writtenRecords as of which moment: how many entries, and {@link SnapshotStep.ResetLog
 *     resets} of the log, of all {@link Persist}s together were written by then
 * @param currentBytes what the file that is being written takes yet
 * @param nextBytes what the one after it takes; 0 while there is none
 * @param ownBytes how much of it all what clients ask for must leave to the protocol's own entries,
 *     without which no leader could take office
 * @param next whether there is a file after the one that is being written
 */
public record LogRoom(
    long writtenRecords, int currentBytes, int nextBytes, int ownBytes, Next next) {
  /** For a driver whose disk has no end. */
  public static final LogRoom UNBOUNDED =
      new LogRoom(0, Integer.MAX_VALUE, Integer.MAX_VALUE, 0, Next.READY);

  /** The largest record of the log: a command of 1 MiB in three bytes a character, and more. */
  public static final int MAX_RECORD_BYTES = 4 * 1024 * 1024;

  /** What a record has beside texts, parameters and a session. */
  private static final int RECORD_BYTES = 64;

  private static final int SESSION_BYTES = 24;

  /** As {@link String#length} counts. */
  private static final int MAX_BYTES_PER_CHAR = 3;

  /** How it stands with the next file. */
  public enum Next {
    /** It is there. */
    READY,
    /** It is being made. */
    BEING_MADE,
    /** It could not be made. Making it is tried again and again. */
    NO_ROOM,
    /** Whether it is there or not, no more commands are to be taken: the state has no room. */
    SPARED
  }

  /** Rejects room that there cannot be. */
  public LogRoom {
    if (writtenRecords < 0 || currentBytes < 0 || nextBytes < 0 || ownBytes < 0) {
      throw new IllegalArgumentException(
          "%s records, room for %s, %s and %s bytes"
              .formatted(writtenRecords, currentBytes, nextBytes, ownBytes));
    }
    if (next != Next.READY && next != Next.SPARED && nextBytes > 0) {
      throw new IllegalArgumentException(nextBytes + " bytes of a file that is not there");
    }
  }

  /** The same when the state machine has no room for what a leader would take from clients. */
  public LogRoom spared() {
    return new LogRoom(writtenRecords, currentBytes, nextBytes, ownBytes, Next.SPARED);
  }

  /** What an entry with this payload takes in the log, at most. */
  public static int bytesOf(Payload payload) {
    if (payload instanceof Command command) {
      int chars = command.uid().length() + command.command().length();
      int tagBytes = command.session().isPresent() ? SESSION_BYTES : 0;
      return RECORD_BYTES + tagBytes + MAX_BYTES_PER_CHAR * chars + command.parameters().size();
    }
    if (payload instanceof OpenSession open) {
      return RECORD_BYTES + MAX_BYTES_PER_CHAR * open.uid().length();
    }
    return RECORD_BYTES + payload.sizeBytes();
  }
}

package dev.flotilla.storage.log;

import static dev.flotilla.storage.log.RecordFormat.BATCH;
import static dev.flotilla.storage.log.RecordFormat.BATCH_START;
import static dev.flotilla.storage.log.RecordFormat.INDEX;
import static dev.flotilla.storage.log.RecordFormat.LENGTH;
import static dev.flotilla.storage.log.RecordFormat.MAGIC;
import static dev.flotilla.storage.log.RecordFormat.PAYLOAD;
import static dev.flotilla.storage.log.RecordFormat.PREVIOUS_TERM;
import static dev.flotilla.storage.log.RecordFormat.SEGMENT_RESET;
import static dev.flotilla.storage.log.RecordFormat.SEGMENT_START;
import static dev.flotilla.storage.log.RecordFormat.START_BYTES;
import static dev.flotilla.storage.log.RecordFormat.START_NUMBER;
import static dev.flotilla.storage.log.RecordFormat.START_PREVIOUS_END;
import static dev.flotilla.storage.log.RecordFormat.TERM;
import static dev.flotilla.storage.log.RecordFormat.TIME;
import static dev.flotilla.storage.log.RecordFormat.TYPE;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads the records of one segment through a window on its file. One thread at a time.
 *
 * <p>The accessors speak of the record that {@link #moveTo} found intact last.
 */
final class RecordCursor {
  private final long key;
  private DiskFile file;
  private ByteBuffer window;
  private long windowOffset;
  private int recordAt;

  RecordCursor(DiskFile file, long key, int windowBytes) {
    this.file = file;
    this.key = key;
    this.window = ByteBuffer.allocateDirect(windowBytes).limit(0);
  }

  /** Forgets what was read, which may have changed since, and goes over to a file. */
  void turnTo(DiskFile next) {
    file = next;
    window.limit(0);
  }

  /** Goes to the record at an offset; false if there is none that is intact. */
  boolean moveTo(long offset) throws IOException {
    if (!look(offset, PAYLOAD)) {
      return false;
    }
    int at = (int) (offset - windowOffset);
    int length = window.getInt(at + LENGTH);
    if (length < PAYLOAD || length > DurableLog.MAX_RECORD_BYTES || !look(offset, length)) {
      return false;
    }
    recordAt = (int) (offset - windowOffset);
    return window.getInt(recordAt) == LogWriter.checksum(key, window, recordAt, length);
  }

  /**
   * Like {@link #moveTo(long)}, for records of some batches only: bytes that would be the head of
   * another cost no more than that head.
   */
  boolean moveTo(long offset, long firstBatch, long lastBatch) throws IOException {
    if (!look(offset, PAYLOAD)) {
      return false;
    }
    long candidate = window.getLong((int) (offset - windowOffset) + BATCH);
    return candidate >= firstBatch && candidate <= lastBatch && moveTo(offset);
  }

  /**
   * The first offset from one on at which a byte is not zero, or the end of the file. The current
   * record is lost.
   */
  long skipZeros(long from) throws IOException {
    long offset = from;
    while (look(offset, 1)) {
      int at = (int) (offset - windowOffset);
      while (at + Long.BYTES <= window.limit() && window.getLong(at) == 0) {
        at += Long.BYTES;
      }
      while (at < window.limit() && window.get(at) == 0) {
        at++;
      }
      offset = windowOffset + at;
      if (at < window.limit()) {
        return offset;
      }
    }
    return offset;
  }

  int length() {
    return window.getInt(recordAt + LENGTH);
  }

  long batch() {
    return window.getLong(recordAt + BATCH);
  }

  int batchStart() {
    return window.getInt(recordAt + BATCH_START);
  }

  long index() {
    return window.getLong(recordAt + INDEX);
  }

  long term() {
    return window.getLong(recordAt + TERM);
  }

  long previousTerm() {
    return window.getLong(recordAt + PREVIOUS_TERM);
  }

  long timeMillis() {
    return window.getLong(recordAt + TIME);
  }

  boolean isSegmentStart() {
    return (window.get(recordAt + TYPE) == SEGMENT_START || isReset())
        && length() == START_BYTES
        && window.getLong(recordAt + PAYLOAD) == MAGIC;
  }

  /** Whether the log begins anew with this segment, after its index and term. */
  boolean isReset() {
    return window.get(recordAt + TYPE) == SEGMENT_RESET;
  }

  long startNumber() {
    return window.getLong(recordAt + START_NUMBER);
  }

  int startPreviousEnd() {
    return window.getInt(recordAt + START_PREVIOUS_END);
  }

  boolean isConfiguration() {
    return window.get(recordAt + TYPE) == PayloadCodec.CONFIGURATION;
  }

  /** The entry that the record holds. */
  Entry entry() throws IOException {
    ByteBuffer payload = window.slice(recordAt + PAYLOAD, length() - PAYLOAD);
    return new Entry(
        new LogPosition(index(), term()),
        timeMillis(),
        PayloadCodec.read(window.get(recordAt + TYPE), payload));
  }

  /** Brings bytes into the window; false if the file ends before their end. */
  private boolean look(long offset, int length) throws IOException {
    if (offset >= windowOffset && offset + length <= windowOffset + window.limit()) {
      return true;
    }
    if (length > window.capacity()) {
      window = ByteBuffer.allocateDirect(length);
    }
    window.clear();
    file.read(window, offset);
    window.flip();
    windowOffset = offset;
    return window.limit() >= length;
  }
}

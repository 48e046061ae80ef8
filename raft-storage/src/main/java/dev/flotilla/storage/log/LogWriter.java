package dev.flotilla.storage.log;

import static dev.flotilla.storage.log.RecordFormat.CRC;
import static dev.flotilla.storage.log.RecordFormat.LENGTH;
import static dev.flotilla.storage.log.RecordFormat.MAGIC;
import static dev.flotilla.storage.log.RecordFormat.PAYLOAD;
import static dev.flotilla.storage.log.RecordFormat.SEGMENT_RESET;
import static dev.flotilla.storage.log.RecordFormat.SEGMENT_START;
import static dev.flotilla.storage.log.RecordFormat.START_BYTES;

import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The end of the log, where batches are added. Owner: the log thread.
 *
 * <p>When an append, a reset, a force or a removal has failed, each later one throws.
 */
public final class LogWriter implements Closeable {
  private static final int BUFFER_BYTES = 256 * 1024;

  /** Thousands of leaders' first entries, or a hundred changes of members. */
  private static final int MAX_OWN_BYTES = 256 * 1024;

  /** Of a small segment no more than such a part. */
  private static final int OWN_PART = 8;

  private final SegmentFiles files;
  private final LogIndex index;
  private final ForcedMark mark;
  private final int segmentBytes;
  private final Executor background;
  private final long key;
  private volatile Runnable roomListener = () -> {};

  private ByteBuffer buffer;
  private DiskFile segment;
  private long number;
  private int capacity;

  /** How far the segment's file has been written; what is in the buffer comes behind it. */
  private int written;

  private long batch;
  private int batchStart;
  private boolean batchEmpty = true;
  private SpareSegment spare;

  /** Whether the spare is known to be there, and need not be asked with each batch. */
  private boolean isSpareReady;

  /** Whether the spare is made after another try has failed. */
  private boolean isRetry;

  private @Nullable Exception failure;

  LogWriter(Tail tail, LogIndex index, ForcedMark mark, LogOptions options, Executor background)
      throws IOException {
    this.files = tail.files();
    this.index = index;
    this.mark = mark;
    this.segmentBytes = options.segmentBytes();
    this.key = files.key;
    buffer = ByteBuffer.allocateDirect(Math.min(BUFFER_BYTES, segmentBytes));
    this.background = background;
    segment = tail.segment();
    number = tail.end().segment();
    written = tail.end().offset();
    capacity = Math.toIntExact(segment.size());
    batch = tail.batch() + 1;
    spare = nextSpare();
  }

  /**
   * Where writing goes on.
   *
   * @param files the log's files
   * @param segment the last one that is in use, or the blank first one
   * @param end where the records end
   * @param batch the last batch there
   */
  record Tail(SegmentFiles files, DiskFile segment, Place end, long batch) {}

  /**
   * Writes entries behind the log, or over its end; not durable before {@link #force}.
   *
   * @param entries consecutive; the first follows the last one or takes the index of one before it,
   *     which it supersedes together with all after that
   * @throws IllegalArgumentException if they do not fit the log so far, or one is larger than
   *     {@link DurableLog#MAX_RECORD_BYTES} allows
   */
  public void append(List<Entry> entries) throws IOException {
    if (entries.isEmpty()) {
      return;
    }
    requireSound();
    try {
      checkOrder(entries);
      for (Entry entry : entries) {
        append(entry);
      }
      flush();
      index.publish();
    } catch (IOException | RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  /** Makes everything appended so far durable. */
  public void force() throws IOException {
    requireSound();
    if (batchEmpty) {
      return;
    }
    try {
      segment.force();
      mark.write(batch, number, written);
    } catch (IOException | RuntimeException e) {
      failure = e;
      throw e;
    }
    batch++;
    batchEmpty = true;
  }

  /**
   * Makes durable how far the log had been forced: one that loses entries up to there afterwards is
   * found to be damaged, also when a power cut takes every later mark. Any thread, before {@link
   * #close}; blocks on the disk.
   */
  public void forceMark() throws IOException {
    mark.force();
  }

  /**
   * Forgets all entries, in a segment of its own: the log goes on after a snapshot that is durable.
   * Not durable before {@link #force}.
   */
  public void reset(SnapshotMetadata snapshot) throws IOException {
    requireSound();
    try {
      int previousEnd = end();
      if (previousEnd > 0) {
        nextSegment();
      }
      index.resetTo(snapshot.last(), snapshot.timeMillis());
      writeStart(previousEnd, SEGMENT_RESET);
      flush();
      index.publish();
    } catch (IOException | RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  /**
   * Removes whole segments of forced entries up to an index.
   *
   * @return the first one that is left
   */
  long dropUpTo(long lastIndex) throws IOException {
    force();
    try {
      long first = index.dropUpTo(lastIndex);
      for (long each : files.numbers()) {
        if (each < first) {
          files.delete(each);
          // One after the other: a power cut must not leave a gap, which would pass for damage.
          files.sync();
        }
      }
      return first;
    } catch (IOException | RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  private void requireSound() throws IOException {
    if (failure != null) {
      throw new IOException("the log failed earlier: " + failure, failure);
    }
  }

  @Override
  public void close() throws IOException {
    try (mark) {
      mark.force();
    } finally {
      closeSegments();
    }
  }

  private void closeSegments() throws IOException {
    try {
      segment.close();
    } finally {
      spare.close();
    }
  }

  private void append(Entry entry) throws IOException {
    int length = PAYLOAD + PayloadCodec.sizeOf(entry.payload());
    checkFits(entry, length);
    if (end() + length > capacity) {
      roll();
    }
    if (end() == 0) {
      writeStart(0, SEGMENT_START);
    }
    makeRoom(length);
    openBatch();
    index.add(entry.position(), entry.timeMillis(), number, end());
    int start = buffer.position();
    buffer.putInt(0).putInt(length).putLong(batch).putInt(batchStart);
    buffer.putLong(entry.index()).putLong(entry.term());
    buffer.putLong(index.termAt(entry.index() - 1));
    buffer.putLong(entry.timeMillis()).put(PayloadCodec.typeOf(entry.payload()));
    PayloadCodec.write(entry.payload(), buffer);
    seal(start, length);
  }

  private void checkOrder(List<Entry> entries) {
    long next = Math.min(index.lastIndex() + 1, entries.get(0).index());
    long term = index.termAt(next - 1);
    // What stands before an entry that supersedes is not looked up; the core has.
    long timeMillis = next > index.lastIndex() ? index.lastTimeMillis() : 0;
    for (Entry entry : entries) {
      if (entry.index() != next || entry.term() < term || entry.timeMillis() < timeMillis) {
        throw new IllegalArgumentException(
            "entry "
                + entry.position()
                + " cannot stand at index "
                + next
                + " after term "
                + term
                + ", log time "
                + timeMillis);
      }
      next++;
      term = entry.term();
      timeMillis = entry.timeMillis();
    }
  }

  private void checkFits(Entry entry, int length) {
    int limit = Math.min(DurableLog.MAX_RECORD_BYTES, segmentBytes - START_BYTES);
    if (length > limit) {
      throw new IllegalArgumentException(
          "entry "
              + entry.position()
              + " needs "
              + length
              + " bytes in the log, more than "
              + limit);
    }
  }

  /** Goes on in the next segment. The batch so far must be forced first: it may not span two. */
  private void roll() throws IOException {
    int previousEnd = end();
    nextSegment();
    writeStart(previousEnd, SEGMENT_START);
  }

  private void nextSegment() throws IOException {
    flush();
    force();
    segment.close();
    segment = spare.take();
    capacity = Math.toIntExact(segment.size());
    number++;
    written = 0;
    isRetry = false;
    spare = nextSpare();
  }

  private void writeStart(int previousEnd, byte type) {
    openBatch();
    index.startSegment(number);
    int start = buffer.position();
    long last = index.lastIndex();
    buffer.putInt(0).putInt(START_BYTES).putLong(batch).putInt(batchStart);
    buffer.putLong(last).putLong(index.termAt(last)).putLong(0);
    buffer.putLong(index.lastTimeMillis()).put(type);
    buffer.putLong(MAGIC).putLong(number).putInt(previousEnd);
    seal(start, START_BYTES);
  }

  private void openBatch() {
    if (batchEmpty) {
      batchStart = end();
      batchEmpty = false;
    }
  }

  private void seal(int start, int length) {
    if (buffer.position() != start + length) {
      throw new IllegalStateException(
          "a record of " + (buffer.position() - start) + " bytes, expected " + length);
    }
    buffer.putInt(start + CRC, checksum(key, buffer, start, length));
  }

  /**
   * The CRC-32C of a record in a buffer, begun with the log's key. The buffer's position and limit
   * are as before afterwards.
   *
   * <p>The key is random and never leaves the data directory: so no client can send a command that
   * contains what recovery would take for a record, and no segment of another directory fits in.
   */
  static int checksum(long key, ByteBuffer buffer, int start, int length) {
    CRC32C crc = new CRC32C();
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      crc.update((int) (key >>> shift));
    }
    int position = buffer.position();
    int limit = buffer.limit();
    crc.update(buffer.limit(start + length).position(start + LENGTH));
    buffer.limit(limit).position(position);
    return (int) crc.getValue();
  }

  private int end() {
    return written + buffer.position();
  }

  private void makeRoom(int length) throws IOException {
    if (buffer.remaining() >= length) {
      return;
    }
    flush();
    if (buffer.capacity() < length) {
      buffer = ByteBuffer.allocateDirect(length);
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    int length = buffer.limit();
    segment.write(buffer, written);
    buffer.clear();
    written += length;
  }

  private SpareSegment nextSpare() {
    isSpareReady = false;
    return new SpareSegment(files, number + 1, segmentBytes, background, () -> roomListener.run());
  }

  /**
   * Sets what is called when more has been set aside, or could not be.
   *
   * @param listener called by the log thread or the executor's; must not block
   */
  public void onRoom(Runnable listener) {
    roomListener = listener;
  }

  /**
   * How much of the disk is set aside for entries; does not block.
   *
   * @param writtenRecords passed on
   */
  public LogRoom room(long writtenRecords) {
    LogRoom.Next state = isSpareReady ? LogRoom.Next.READY : spare.state();
    isSpareReady = state == LogRoom.Next.READY;
    // The disk counts as full until a try has succeeded.
    LogRoom.Next next = isRetry && state == LogRoom.Next.BEING_MADE ? LogRoom.Next.NO_ROOM : state;
    int start = end() == 0 ? START_BYTES : 0;
    return new LogRoom(
        writtenRecords,
        Math.max(0, capacity - end() - start),
        next == LogRoom.Next.READY ? segmentBytes - START_BYTES : 0,
        Math.min(MAX_OWN_BYTES, segmentBytes / OWN_PART),
        next);
  }

  /** Why no more could be set aside, if so; does not block. */
  public Optional<String> whyNoRoom() {
    return spare.failure();
  }

  /** Tries again to set more aside, if that has failed; left to the log's executor. */
  public void makeRoom() throws IOException {
    // A try that must fail would only wear the device.
    if (spare.state() == LogRoom.Next.NO_ROOM && files.usableBytes() >= segmentBytes) {
      files.delete(number + 1);
      isRetry = true;
      spare = nextSpare();
    }
  }
}

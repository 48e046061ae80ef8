package dev.flotilla.storage.log;

import static dev.flotilla.storage.log.RecordFormat.CRC;
import static dev.flotilla.storage.log.RecordFormat.MAGIC;
import static dev.flotilla.storage.log.RecordFormat.PAYLOAD;
import static dev.flotilla.storage.log.RecordFormat.SEGMENT_RESET;
import static dev.flotilla.storage.log.RecordFormat.SEGMENT_START;
import static dev.flotilla.storage.log.RecordFormat.START_BYTES;

import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.storage.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The end of the log, where batches are added. Owner: the log thread. */
final class LogWriter implements Closeable {
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
  private final RecordChecksum checksum;
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

  LogWriter(Tail tail, LogIndex index, ForcedMark mark, LogOptions options, Executor background)
      throws IOException {
    this.files = tail.files();
    this.index = index;
    this.mark = mark;
    this.segmentBytes = options.segmentBytes();
    this.checksum = files.checksum();
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

  void append(List<Entry> entries) throws IOException {
    checkOrder(entries);
    for (Entry entry : entries) {
      append(entry);
    }
    flush();
    index.publish();
  }

  void force() throws IOException {
    if (batchEmpty) {
      return;
    }
    segment.force();
    mark.write(batch, number, written);
    batch++;
    batchEmpty = true;
  }

  /** Any thread. */
  void forceMark() throws IOException {
    mark.force();
  }

  /** Forgets all entries, in a segment of its own: the log goes on after a position. */
  void reset(LogPosition base, long timeMillis) throws IOException {
    int previousEnd = end();
    if (previousEnd > 0) {
      nextSegment();
    }
    index.resetTo(base, timeMillis);
    writeStart(previousEnd, SEGMENT_RESET);
    flush();
    index.publish();
  }

  /**
   * Removes whole segments of forced entries up to an index.
   *
   * @return the first one that is left
   */
  long dropUpTo(long lastIndex) throws IOException {
    force();
    long first = index.dropUpTo(lastIndex);
    for (long each : files.numbers()) {
      if (each < first) {
        files.delete(each);
        // One after the other: a power cut must not leave a gap, which would pass for damage.
        files.sync();
      }
    }
    return first;
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
    buffer.putInt(start + CRC, checksum.of(buffer, start, length));
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

  void onRoom(Runnable listener) {
    roomListener = listener;
  }

  LogRoom room(long writtenRecords) {
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

  Optional<String> whyNoRoom() {
    return spare.failure();
  }

  void makeRoom() throws IOException {
    // A try that must fail would only wear the device.
    if (spare.state() == LogRoom.Next.NO_ROOM && files.usableBytes() >= segmentBytes) {
      files.delete(number + 1);
      isRetry = true;
      spare = nextSpare();
    }
  }
}

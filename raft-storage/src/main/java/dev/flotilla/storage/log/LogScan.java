package dev.flotilla.storage.log;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.DiskFile;
import dev.flotilla.storage.log.RecoveredLog.TornTail;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads all segments in order, checks every record and the chain that they form, and tells an
 * unforced torn tail from damage. Changes nothing. One thread.
 *
 * <p><b>Torn or damaged</b> (safety rule 3). A batch is written only when the one before it has
 * been forced. So where the chain of records ends, what follows may be the remains of one batch
 * that was being written, and this is damage:
 *
 * <ul>
 *   <li>an end before the {@link ForcedMark};
 *   <li>an intact record further on that proves a forced batch in between: one of the next batch
 *       but one, or one of the next batch that says that its batch starts further on;
 *   <li>a segment that is missing between others, or before the first one unless it holds nothing
 *       that the newest snapshot does not hold;
 *   <li>a segment that is shorter than {@link LogOptions#MIN_SEGMENT_BYTES}, unless it is the last
 *       one and beyond the mark: each has its full size, durably, before it is used and before the
 *       next one is begun.
 * </ul>
 *
 * <p><b>The window that remains.</b> When the machine lost power and with it the unforced mark,
 * bytes of the very last forced batch that rot before the restart look like a batch that was never
 * forced, and are cut; and so is more than that where the power cut tore the mark, and then
 * somebody cuts off the last segment's end.
 *
 * <p><b>What is taken for granted.</b> A power cut while a batch is written harms none of the bytes
 * before it that were forced, though they share a block of the device with it. Of a device that
 * leaves such a block as garbage, the forced batches in it are cut with the one that was written,
 * unless the mark or a record in another block tells.
 */
final class LogScan {
  private static final int WINDOW_BYTES = 256 * 1024;

  private final SegmentFiles files;
  private final ForcedMark.Mark mark;
  private final Optional<SnapshotMetadata> snapshot;
  private final LogIndex index = new LogIndex();
  private final List<LoggedConfiguration> configurations = new ArrayList<>();
  private final List<SegmentTally> segments = new ArrayList<>();

  private long batch;
  private int batchStart;
  private Place end = Place.ORIGIN;
  private long dirtyEnd;

  /** Bytes that may have been behind the end in the segments that were searched so far. */
  private long searchedBytes;

  private Optional<TornTail> tornTail = Optional.empty();

  /** Whether the first segment goes on with entries that are gone. */
  private boolean isBeginningDropped;

  /** One that has not read anything yet. */
  LogScan(SegmentFiles files, ForcedMark.Mark mark, Optional<SnapshotMetadata> snapshot) {
    this.files = files;
    this.mark = mark;
    this.snapshot = snapshot;
  }

  /** What was found, published; after damage, what came before it. */
  LogIndex index() {
    return index;
  }

  /** The configurations among the entries, ascending. */
  List<LoggedConfiguration> configurations() {
    return List.copyOf(configurations);
  }

  /** The last batch that an intact record belongs to, 0 for none. */
  long batch() {
    return batch;
  }

  /** Where that batch starts in the last segment in use. */
  int batchStart() {
    return batchStart;
  }

  /** The segments that were read, in order: of the log, not what may lie behind it. */
  List<SegmentTally> segments() {
    return List.copyOf(segments);
  }

  /** Where the log ends. */
  Place end() {
    return end;
  }

  /** Behind the last byte of the end's segment that is not blank; at least the end. */
  long dirtyEnd() {
    return dirtyEnd;
  }

  /** What lies behind the end, if anything does. */
  Optional<TornTail> tornTail() {
    return tornTail;
  }

  /**
   * Reads everything.
   *
   * @throws DamagedLog if something that was forced is lost
   */
  void run() throws IOException {
    try {
      readAll();
    } finally {
      index.publish();
    }
  }

  private void readAll() throws IOException {
    List<Long> numbers = files.numbers();
    checkNoneMissing(numbers);
    checkSizes(numbers);
    if (!numbers.isEmpty()) {
      end = new Place(numbers.get(0), 0);
    }
    for (long number : numbers) {
      if (!readSegment(number)) {
        break;
      }
    }
    checkBeginning(numbers);
    if (end.compareTo(mark.end()) < 0) {
      throw damaged(
          end.segment(),
          end.offset(),
          "it was forced up to "
              + SegmentFiles.name(mark.end().segment())
              + " at "
              + mark.end().offset());
    }
    for (long number : numbers) {
      if (number >= end.segment()) {
        searchTail(number);
      }
    }
  }

  private void checkNoneMissing(List<Long> numbers) throws IOException {
    for (int i = 1; i < numbers.size(); i++) {
      if (numbers.get(i) != numbers.get(0) + i) {
        throw damaged(numbers.get(0) + i, 0, "the file is missing");
      }
    }
  }

  /** Of a log whose first segments were dropped the next one was forced before. */
  private void checkBeginning(List<Long> numbers) throws IOException {
    if (!numbers.isEmpty() && numbers.get(0) > 1 && batch == 0) {
      throw damaged(numbers.get(0), 0, "no intact record at the beginning");
    }
    LogPosition base = index.base();
    if (base.index() > 0 && snapshot.map(it -> it.last().index()).orElse(0L) < base.index()) {
      throw new DamagedLog(
          files.location(),
          SegmentFiles.name(1),
          0,
          snapshot.map(it -> it.last().index()).orElse(0L) + 1,
          "entries are missing: the log begins after "
              + base.index()
              + ", and no snapshot reaches there");
    }
    if (snapshot.filter(it -> it.last().index() == base.index()).isPresent()
        && !snapshot.get().last().equals(base)) {
      throw damaged(end.segment(), 0, "it begins after " + base + ", not " + snapshot.get().last());
    }
  }

  private void checkSizes(List<Long> numbers) throws IOException {
    for (long number : numbers) {
      if (number < numbers.get(numbers.size() - 1) || number <= mark.end().segment()) {
        checkSize(number);
      }
    }
  }

  private void checkSize(long number) throws IOException {
    try (DiskFile file = files.open(number)) {
      if (file.size() < LogOptions.MIN_SEGMENT_BYTES) {
        throw new DamagedLog(
            files.location(), SegmentFiles.name(number), file.size(), 0, "the file is cut short");
      }
    }
  }

  /** Reads on into a segment; false if the log ends before it. */
  private boolean readSegment(long number) throws IOException {
    try (DiskFile file = files.open(number)) {
      RecordCursor cursor = cursor(file);
      if (!cursor.moveTo(0) || !startsNextSegment(cursor, number)) {
        return false;
      }
      int offset = 0;
      SegmentTally tally = new SegmentTally(number);
      segments.add(tally);
      do {
        accept(cursor, number, offset);
        offset += cursor.length();
        tally.count(cursor, offset);
      } while (cursor.moveTo(offset) && continuesChain(cursor, offset));
      end = new Place(number, offset);
      dirtyEnd = offset;
      return true;
    }
  }

  private boolean startsNextSegment(RecordCursor cursor, long number) {
    if (!cursor.isSegmentStart() || cursor.startNumber() != number || cursor.batchStart() != 0) {
      return false;
    }
    boolean isFirst = batch == 0;
    if (isFirst && number > 1) {
      // What came before was dropped: the chain begins here.
      return cursor.batch() > 1;
    }
    return cursor.startPreviousEnd() == (isFirst ? 0 : end.offset())
        && cursor.batch() == batch + 1
        && (cursor.isReset() || continuesLog(cursor));
  }

  private boolean continuesLog(RecordCursor cursor) {
    long last = index.lastIndex();
    return cursor.index() == last
        && cursor.term() == index.termAt(last)
        && cursor.timeMillis() == index.lastTimeMillis();
  }

  private boolean continuesChain(RecordCursor cursor, int offset) {
    boolean sameBatch = cursor.batch() == batch && cursor.batchStart() == batchStart;
    boolean nextBatch = cursor.batch() == batch + 1 && cursor.batchStart() == offset;
    if (cursor.isSegmentStart() || !(sameBatch || nextBatch)) {
      return false;
    }
    return supersedesDropped(cursor) || followsLog(cursor);
  }

  private boolean followsLog(RecordCursor cursor) {
    return cursor.index() > index.base().index()
        && cursor.index() <= index.lastIndex() + 1
        && cursor.previousTerm() == index.termAt(cursor.index() - 1)
        && cursor.term() >= Math.max(1, cursor.previousTerm())
        && cursor.timeMillis() >= (cursor.index() > index.lastIndex() ? index.lastTimeMillis() : 0);
  }

  /**
   * Whether it takes the place of entries in segments that were dropped: a log may begin in the
   * middle of what came before a snapshot, when a crash has cut the dropping short.
   */
  private boolean supersedesDropped(RecordCursor cursor) {
    return isBeginningDropped
        && cursor.index() >= 1
        && cursor.index() <= index.base().index()
        && (cursor.index() == 1) == (cursor.previousTerm() == 0)
        && cursor.term() >= Math.max(1, cursor.previousTerm());
  }

  private void accept(RecordCursor cursor, long segment, int offset) throws IOException {
    boolean isFirst = batch == 0;
    batch = cursor.batch();
    batchStart = cursor.batchStart();
    if (cursor.isSegmentStart()) {
      if (isFirst || cursor.isReset()) {
        isBeginningDropped = segment > 1 && !cursor.isReset();
        index.resetTo(position(cursor), cursor.timeMillis());
        configurations.clear();
      }
      index.startSegment(segment);
    } else {
      gather(cursor);
      if (supersedesDropped(cursor)) {
        index.resetTo(new LogPosition(cursor.index() - 1, cursor.previousTerm()), 0);
        index.startSegment(segment);
      }
      index.add(position(cursor), cursor.timeMillis(), segment, offset);
    }
  }

  /** An entry that supersedes others supersedes their configurations. */
  private void gather(RecordCursor cursor) throws IOException {
    if (cursor.index() <= index.lastIndex()) {
      configurations.removeIf(it -> it.index() >= cursor.index());
    }
    if (cursor.isConfiguration()
        && cursor.entry().payload() instanceof Configuration configuration) {
      configurations.add(new LoggedConfiguration(cursor.index(), configuration));
    }
  }

  private static LogPosition position(RecordCursor cursor) {
    return new LogPosition(cursor.index(), cursor.term());
  }

  /**
   * Looks behind the end for proof that something forced is lost. Any offset may be where a record
   * begins, but where more than {@link RecordFormat#MOST_ZEROS} zeros follow. What looks like the
   * head of one by chance, as numbers that a client has sent may, is read as a whole only if it
   * could say anything: each batch has a record at least, so only so many fit in between.
   */
  private void searchTail(long number) throws IOException {
    try (DiskFile file = files.open(number)) {
      RecordCursor cursor = cursor(file);
      int start = number == end.segment() ? end.offset() : 0;
      long size = file.size();
      long dirty = start;
      for (long at = cursor.skipZeros(start); at < size; at = cursor.skipZeros(at + 1)) {
        for (long head = Math.max(dirty, at - RecordFormat.MOST_ZEROS); head <= at; head++) {
          long between = (searchedBytes + head - start) / RecordFormat.PAYLOAD;
          if (cursor.moveTo(head, batch + 1, batch + 1 + between)) {
            checkNotLater(cursor, number);
          }
        }
        dirty = at + 1;
      }
      if (dirty > start) {
        tornTail = Optional.of(new TornTail(SegmentFiles.name(number), start, dirty - start));
      }
      if (number == end.segment()) {
        dirtyEnd = dirty;
      }
      // It may have been larger than what is left of it.
      searchedBytes += LogOptions.MAX_SEGMENT_BYTES - start;
    }
  }

  private void checkNotLater(RecordCursor cursor, long number) throws IOException {
    boolean nextBatchFromHere =
        cursor.batch() == batch + 1
            && (number == end.segment()
                ? cursor.batchStart() == end.offset()
                : isTornStart(cursor, number));
    if (!nextBatchFromHere) {
      throw damaged(
          end.segment(),
          end.offset(),
          "no intact record, but a later one in " + SegmentFiles.name(number));
    }
  }

  /** Whether the rest of a batch that opened the next segment is left, but not its start. */
  private boolean isTornStart(RecordCursor cursor, long number) {
    return number == end.segment() + 1
        && dirtyEnd == end.offset()
        && cursor.batchStart() == 0
        && !cursor.isSegmentStart();
  }

  private RecordCursor cursor(DiskFile file) throws IOException {
    return new RecordCursor(file, files.key, (int) Math.min(WINDOW_BYTES, file.size()));
  }

  private DamagedLog damaged(long segment, long offset, String finding) {
    return new DamagedLog(
        files.location(), SegmentFiles.name(segment), offset, index.lastIndex() + 1, finding);
  }
}

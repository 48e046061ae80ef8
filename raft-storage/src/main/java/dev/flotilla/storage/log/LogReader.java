package dev.flotilla.storage.log;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads entries back, through a descriptor of its own. Any thread, one at a time; never waits for
 * the writer.
 */
final class LogReader implements Closeable {
  private static final int WINDOW_BYTES = 64 * 1024;

  private final SegmentFiles files;
  private final LogIndex index;
  private @Nullable DiskFile file;
  private long number;
  private @Nullable RecordCursor cursor;
  private boolean closed;

  LogReader(SegmentFiles files, LogIndex index) {
    this.files = files;
    this.index = index;
  }

  synchronized List<Entry> read(long firstIndex, int maxEntries, int maxBytes) throws IOException {
    if (closed) {
      throw new IOException("the log is closed");
    }
    Batch batch = new Batch(firstIndex, maxEntries, maxBytes);
    try {
      for (LogIndex.Run run : index.runsFrom(firstIndex)) {
        if (!readRun(run, batch)) {
          break;
        }
      }
    } catch (NoSuchFileException e) {
      if (firstIndex > index.base().index()) {
        throw e;
      }
      // Dropped meanwhile: as if it had been so before.
      return List.of();
    }
    return batch.entries;
  }

  /**
   * Closes the file if it is of a segment before a number: those were removed, and what this one
   * takes of the disk is free only then.
   */
  synchronized void release(long firstSegment) throws IOException {
    if (file != null && number < firstSegment) {
      file.close();
      file = null;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    if (file != null) {
      file.close();
    }
  }

  /** Adds entries of a run; false when the batch is full. */
  private boolean readRun(LogIndex.Run run, Batch batch) throws IOException {
    RecordCursor records = turnTo(run.place().segment());
    int offset = run.place().offset();
    for (long i = run.firstIndex(); i < run.endIndex(); i++) {
      if (!records.moveTo(offset) || records.index() != i || records.isSegmentStart()) {
        throw new DamagedLog(
            files.location(), SegmentFiles.name(number), offset, i, "the record is not intact");
      }
      if (i >= batch.firstIndex && !batch.add(records.entry())) {
        return false;
      }
      offset += records.length();
    }
    return true;
  }

  private RecordCursor turnTo(long segment) throws IOException {
    if (file == null || number != segment) {
      DiskFile next = files.open(segment);
      if (file != null) {
        file.close();
      }
      file = next;
      number = segment;
    }
    if (cursor == null) {
      int windowBytes = (int) Math.min(WINDOW_BYTES, file.size());
      cursor = new RecordCursor(file, files.key, windowBytes);
    }
    cursor.turnTo(file);
    return cursor;
  }

  /** What one read gathers, and its bounds. */
  private static final class Batch {
    private final long firstIndex;
    private final int maxEntries;
    private final int maxBytes;
    private final List<Entry> entries = new ArrayList<>();
    private long bytes;

    Batch(long firstIndex, int maxEntries, int maxBytes) {
      this.firstIndex = firstIndex;
      this.maxEntries = maxEntries;
      this.maxBytes = maxBytes;
    }

    boolean add(Entry entry) {
      bytes += entry.sizeBytes();
      if (!entries.isEmpty() && (bytes > maxBytes || entries.size() >= maxEntries)) {
        return false;
      }
      entries.add(entry);
      return true;
    }
  }
}

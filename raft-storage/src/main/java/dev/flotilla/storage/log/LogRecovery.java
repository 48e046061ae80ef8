package dev.flotilla.storage.log;

import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import dev.flotilla.storage.log.ForcedMark.Mark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the files of a log into a state from which writing can go on: makes the first ones, or
 * cuts a torn tail and forces what the last process may have left in the page cache only. One
 * thread; touches nothing before {@link LogScan} has found no damage.
 */
final class LogRecovery {
  private static final Logger LOG = LoggerFactory.getLogger(LogRecovery.class);
  private static final int PIECE_BYTES = 256 * 1024;

  private final Disk disk;
  private final SegmentFiles files;
  private final LogOptions options;

  LogRecovery(Disk disk, SegmentFiles files, LogOptions options) {
    this.disk = disk;
    this.files = files;
    this.options = options;
  }

  /** Reads the log, and refuses damage. */
  LogScan scan(Optional<SnapshotMetadata> snapshot) throws IOException {
    LogScan scan = toScan(readMark(), snapshot);
    scan.run();
    return scan;
  }

  /** What is about to read the log. */
  LogScan toScan(Mark mark, Optional<SnapshotMetadata> snapshot) throws IOException {
    if (disk.list().contains(ForcedMark.NAME) && files.numbers().isEmpty()) {
      // The mark is made after the first segment is durable.
      throw new DamagedLog(files.location(), SegmentFiles.name(1), 0, 1, "the file is missing");
    }
    return new LogScan(files, mark, snapshot);
  }

  /** Makes what was scanned durable, and returns where to go on; the caller closes the file. */
  LogWriter.Tail repair(LogScan scan) throws IOException {
    // Before it is done: a crash in the middle would leave nothing to tell of.
    scan.tornTail().ifPresent(it -> LOG.warn("{}/{}", files.location(), it.inWords()));
    DiskFile last =
        files.numbers().isEmpty()
            ? files.createBlank(1, options.segmentBytes())
            : files.open(scan.end().segment());
    try {
      if (scan.batch() > readMark().batch()) {
        rewrite(last, scan.batchStart(), scan.end().offset());
      }
      blank(last, scan.end().offset(), scan.dirtyEnd());
      blank(last, last.size(), options.segmentBytes());
      last.force();
      deleteBehind(scan.end().segment());
      return new LogWriter.Tail(files, last, scan.end(), scan.batch());
    } catch (IOException e) {
      last.close();
      throw e;
    }
  }

  /**
   * Removes segments that were made and never begun, the last one first: a power cut must not leave
   * a gap, which would pass for damage.
   */
  private void deleteBehind(long segment) throws IOException {
    List<Long> numbers = files.numbers();
    for (int i = numbers.size() - 1; i >= 0 && numbers.get(i) > segment; i--) {
      files.delete(numbers.get(i));
      files.sync();
    }
    files.sync();
  }

  /** Opens or makes the mark, and sets it to what is durable now. */
  ForcedMark mark(LogWriter.Tail tail) throws IOException {
    boolean isNew = !disk.list().contains(ForcedMark.NAME);
    ForcedMark mark = isNew ? ForcedMark.create(disk) : ForcedMark.open(disk);
    try {
      if (!isNew && mark.read().isEmpty()) {
        LOG.warn(
            "{}/{} is torn, as a power cut may leave it, and is written anew",
            files.location(),
            ForcedMark.NAME);
      }
      mark.write(tail.batch(), tail.end().segment(), tail.end().offset());
      mark.force();
      disk.sync();
      return mark;
    } catch (IOException e) {
      mark.close();
      throw e;
    }
  }

  private Mark readMark() throws IOException {
    return ForcedMark.look(disk).orElse(Mark.NONE);
  }

  /** Writes bytes over themselves: a force skips a page that a failed force left clean. */
  private static void rewrite(DiskFile file, long from, long end) throws IOException {
    ByteBuffer piece = piece(from, end);
    for (long at = from; at < end; at += PIECE_BYTES) {
      piece.clear().limit((int) Math.min(PIECE_BYTES, end - at));
      file.read(piece, at);
      file.write(piece.flip(), at);
    }
  }

  private static void blank(DiskFile file, long from, long end) throws IOException {
    ByteBuffer zeros = piece(from, end);
    for (long at = from; at < end; at += PIECE_BYTES) {
      zeros.clear().limit((int) Math.min(PIECE_BYTES, end - at));
      file.write(zeros, at);
    }
  }

  private static ByteBuffer piece(long from, long end) {
    return ByteBuffer.allocateDirect((int) Math.max(0, Math.min(PIECE_BYTES, end - from)));
  }
}

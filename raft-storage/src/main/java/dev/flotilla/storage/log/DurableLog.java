package dev.flotilla.storage.log;

import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.UnwritableSnapshot;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The Raft log on disk.
 *
 * <p><b>Files.</b> Segments {@code log-0000000001} and so on, each written full of zeros before it
 * is used, and {@code log-mark} ({@link ForcedMark}). Records ({@link RecordFormat}) are only ever
 * added: an entry whose index is taken already supersedes that entry and all after it, here as at
 * recovery, so that a conflict (Raft §5.3) truncates nothing and a crash in the middle of it leaves
 * what some prefix of the writes would have left. What a snapshot holds is removed in whole
 * segments, the oldest first; a snapshot that takes the log's place begins a segment that says so.
 *
 * <p><b>Batches.</b> What is appended between two forces is a batch, and has a number. A batch is
 * begun only after the one before it has been forced, so every record is also a mark that all
 * batches before its own were forced; {@link LogScan} tells by that what may be cut.
 *
 * <p><b>Threads.</b> {@link #writer}, {@link #dropUpTo} and {@link #close} belong to the log thread
 * and block on the disk. {@link #read} and {@link #lastIndex} may be called by any thread at any
 * time; reads wait for each other, never for an append or a force, and {@link #dropUpTo} for a read
 * that is under way. Making the next segment is left to an executor. None of these threads may be
 * interrupted: that would close the files.
 *
 * <p><b>Errors.</b> When an append or a force has failed nobody knows what is on the disk; every
 * later call throws, and only a new {@link #open} finds out. {@link DamagedLog} means that
 * something forced is lost.
 */
public final class DurableLog implements Closeable {
  /** The largest record: about the largest command. */
  public static final int MAX_RECORD_BYTES = LogRoom.MAX_RECORD_BYTES;

  private final Optional<RecoveredLog.TornTail> tornTail;
  private RecoveredLog recovered;
  private final LogIndex index;
  private final LogWriter writer;
  private final LogReader reader;

  private DurableLog(
      List<LoggedConfiguration> configurations,
      Optional<RecoveredLog.TornTail> tornTail,
      LogIndex index,
      LogWriter writer,
      LogReader reader) {
    this.tornTail = tornTail;
    this.recovered = asRecovered(index, configurations, tornTail);
    this.index = index;
    this.writer = writer;
    this.reader = reader;
  }

  /**
   * Opens the log, or makes one where there is none; blocks until all of it has been read and what
   * was not certainly forced has been.
   *
   * @param disk the data directory, whose lock the caller holds
   * @param key goes into every checksum: the same at every open, and no other log's
   * @param options how to lay out new segments
   * @param background makes segments; a task that it rejects is done by the calling thread at once.
   *     As long as it has begun none, there is no {@link LogWriter#room room} for more than one
   *     segment
   * @throws DamagedLog if something that was forced is lost; nothing has been changed then
   */
  public static DurableLog open(Disk disk, long key, LogOptions options, Executor background)
      throws IOException {
    return open(disk, key, Optional.empty(), options, background);
  }

  /**
   * Opens the log that belongs to a snapshot. If that lies beyond the log's end, or conflicts with
   * it, a crash has come between the snapshot and the reset of the log, which is done now.
   *
   * @param snapshot the newest one, verified
   * @throws DamagedLog if something that was forced is lost, or the log begins after what the
   *     snapshot holds; nothing has been changed then
   */
  public static DurableLog open(
      Disk disk,
      long key,
      Optional<SnapshotMetadata> snapshot,
      LogOptions options,
      Executor background)
      throws IOException {
    LogRecovery recovery = new LogRecovery(disk, new SegmentFiles(disk, key), options);
    return open(recovery, recovery.scan(snapshot), snapshot, options, background);
  }

  /** Opens a log that was scanned and is not damaged: from here on files are changed. */
  static DurableLog open(
      LogRecovery recovery,
      LogScan scan,
      Optional<SnapshotMetadata> snapshot,
      LogOptions options,
      Executor background)
      throws IOException {
    LogWriter.Tail tail = recovery.repair(scan);
    LogIndex index = scan.index();
    LogWriter writer = writer(recovery, tail, index, options, background);
    DurableLog log =
        new DurableLog(
            scan.configurations(),
            scan.tornTail(),
            index,
            writer,
            new LogReader(tail.files(), index));
    try {
      if (snapshot.isPresent()) {
        log.followSnapshot(snapshot.get());
      }
      return log;
    } catch (IOException e) {
      DataDirectory.closeAfter(e, log);
      throw e;
    }
  }

  private static LogWriter writer(
      LogRecovery recovery,
      LogWriter.Tail tail,
      LogIndex index,
      LogOptions options,
      Executor background)
      throws IOException {
    try {
      ForcedMark mark = recovery.mark(tail);
      try {
        return new LogWriter(tail, index, mark, options, background);
      } catch (IOException | RuntimeException e) {
        DataDirectory.closeAfter(e, mark);
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      DataDirectory.closeAfter(e, tail.segment());
      throw e;
    }
  }

  private static RecoveredLog asRecovered(
      LogIndex index,
      List<LoggedConfiguration> configurations,
      Optional<RecoveredLog.TornTail> tornTail) {
    return new RecoveredLog(
        index.termStarts(),
        index.lastIndex(),
        index.lastTimeMillis(),
        configurations,
        index.base(),
        tornTail);
  }

  private void followSnapshot(SnapshotMetadata snapshot) throws IOException {
    LogPosition last = snapshot.last();
    if (!isHeld(last, index)) {
      makeRoomFor(last);
      writer.reset(snapshot);
      writer.force();
      recovered = asRecovered(index, List.of(), tornTail);
    }
    dropUpTo(Math.min(last.index(), index.base().index()));
  }

  /**
   * The old log goes first: on a full disk nothing else may give the room for the one that begins
   * anew. Not what ends where the snapshot does: a log that begins after another entry there would
   * pass for damage.
   */
  private void makeRoomFor(LogPosition last) throws IOException {
    long held = Math.min(last.index() - 1, index.lastIndex());
    if (index.canDropUpTo(held)) {
      dropUpTo(held);
    }
  }

  /** Whether the log goes on from a snapshot's last entry as it is, and need not be reset. */
  static boolean isHeld(LogPosition last, LogIndex index) {
    return last.index() < index.base().index()
        || (last.index() <= index.lastIndex() && index.termAt(last.index()) == last.term());
  }

  /**
   * Removes entries up to an index, as far as they fill whole segments. Log thread; forces what was
   * written before.
   *
   * @param lastIndex held by a durable snapshot, and appended here
   */
  public void dropUpTo(long lastIndex) throws IOException {
    reader.release(writer.dropUpTo(lastIndex));
  }

  /**
   * Looks whether the log could {@link LogWriter#reset begin anew}, which takes a segment: the next
   * one, or what {@link #dropUpTo} gives back. Log thread; does not block.
   *
   * @param lastIndex up to where it may be dropped
   * @throws UnwritableSnapshot if neither is there: the snapshot after which it is to begin would
   *     be of no use, and might keep this server from starting again
   */
  public void requireAnew(SnapshotMetadata snapshot, long lastIndex) throws UnwritableSnapshot {
    Optional<String> why = writer.whyNoRoom();
    if (why.isPresent() && !index.canDropUpTo(lastIndex)) {
      IOException cause = new IOException("the log that is to begin after it: " + why.get());
      throw new UnwritableSnapshot(SnapshotStore.name(snapshot.last()), 0, cause);
    }
  }

  /** The end of the log; the log thread. */
  public LogWriter writer() {
    return writer;
  }

  /** What {@link #open} found. Any thread. */
  public RecoveredLog recovered() {
    return recovered;
  }

  /** The first index that {@link #read} can reach, once there is an entry. Any thread. */
  public long firstIndex() {
    return index.base().index() + 1;
  }

  /** The last index that {@link #read} can reach: appended, not necessarily forced. Any thread. */
  public long lastIndex() {
    return index.readableIndex();
  }

  /**
   * Reads entries. Any thread; blocks on the disk only.
   *
   * <p>All entries of one answer were in the log at one moment during the call: one that is
   * superseded meanwhile may still be answered, a mixture never is.
   *
   * @param firstIndex the first one wanted
   * @param maxEntries at most so many
   * @param maxBytes at most so many bytes by {@link Entry#sizeBytes}, but one entry in any case
   * @return consecutive entries, the first with that index; possibly fewer than the bounds allow,
   *     but none only if the log does not reach the first
   * @throws DamagedLog if a record is not intact any more
   */
  public List<Entry> read(long firstIndex, int maxEntries, int maxBytes) throws IOException {
    return reader.read(firstIndex, maxEntries, maxBytes);
  }

  /** Closes the files without forcing entries. Log thread, or any other once that has ended. */
  @Override
  public void close() throws IOException {
    try (writer) {
      reader.close();
    }
  }
}

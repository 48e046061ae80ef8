package dev.flotilla.storage.log;

import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.identity.LostEntriesNote;
import dev.flotilla.storage.identity.SettingAside;
import dev.flotilla.storage.identity.VoteFile;
import dev.flotilla.storage.snapshot.SnapshotStore;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * Everything that a member keeps of its own, opened together and checked against each other.
 *
 * <p>Opened and closed by one thread; the parts say which thread may use them. Once a directory has
 * had a log with its mark and a vote, a missing one is damage, and so is a term that lies behind
 * the log's.
 *
 * <p><b>What cannot be noticed here.</b> A whole older copy put back is sound in itself, and has
 * forgotten what was promised since: never restore one.
 */
public final class DataDirectory implements Closeable {
  private final Disk disk;
  private final DirectoryIdentity identity;
  private final VoteFile votes;
  private final DurableLog log;
  private final SnapshotStore snapshots;

  private DataDirectory(
      Disk disk,
      DirectoryIdentity identity,
      VoteFile votes,
      DurableLog log,
      SnapshotStore snapshots) {
    this.disk = disk;
    this.snapshots = snapshots;
    this.identity = identity;
    this.votes = votes;
    this.log = log;
  }

  /**
   * Opens a directory, or makes one; blocks until the whole log has been read, and until everything
   * that was read is durable.
   *
   * @param groupName see {@link DirectoryIdentity#open}
   * @param random see {@link DirectoryIdentity#open}
   * @param options see {@link DurableLog#open}
   * @param background see {@link DurableLog#open}
   * @throws DirectoryRefused if this server cannot or must not use the directory
   * @throws DamagedLog if log or vote have lost something that was forced
   */
  public static DataDirectory open(
      Disk disk,
      Optional<String> groupName,
      RandomGenerator random,
      LogOptions options,
      Executor background)
      throws IOException {
    return open(disk, groupName, Optional.empty(), random, options, background);
  }

  /**
   * The same, with the member id of a new server.
   *
   * @param id see {@link DirectoryIdentity#open(Disk, Optional, Optional, RandomGenerator)}
   */
  public static DataDirectory open(
      Disk disk,
      Optional<String> groupName,
      Optional<NodeId> id,
      RandomGenerator random,
      LogOptions options,
      Executor background)
      throws IOException {
    DirectoryIdentity identity = DirectoryIdentity.open(disk, groupName, id, random);
    try {
      return open(disk, identity, options, background);
    } catch (IOException | RuntimeException e) {
      identity.close();
      throw e;
    }
  }

  /**
   * Opens a directory as {@link #open(Disk, Optional, RandomGenerator, LogOptions, Executor)} does,
   * unless it is damaged and that of a member of a group that exists: then its incarnation has
   * ended, what is in it is set aside, and on return it is that of a new incarnation of the same
   * member, which {@link DirectoryIdentity#former} and {@link DirectoryIdentity#damage} tell.
   *
   * @param id of a new server, see {@link DirectoryIdentity#open(Disk, Optional, Optional,
   *     RandomGenerator)}
   * @param now for the name of the folder in which it is kept
   * @throws DirectoryRefused also if there is such a folder already; nothing has been changed then
   * @throws DamagedLog if log or vote have lost something, and the group may not exist yet
   */
  public static DataDirectory openOrBeginAnew(
      Disk disk,
      Optional<String> groupName,
      Optional<NodeId> id,
      RandomGenerator random,
      LogOptions options,
      Executor background,
      Instant now)
      throws IOException {
    DirectoryIdentity identity = DirectoryIdentity.open(disk, groupName, id, random);
    try {
      return openOrBeginAnew(disk, identity, random, options, background, now);
    } catch (IOException | RuntimeException e) {
      identity.close();
      throw e;
    }
  }

  private static DataDirectory openOrBeginAnew(
      Disk disk,
      DirectoryIdentity identity,
      RandomGenerator random,
      LogOptions options,
      Executor background,
      Instant now)
      throws IOException {
    try {
      return open(disk, identity, options, background);
    } catch (DamagedLog damage) {
      SettingAside.begin(disk, identity, damage, now, random);
      return open(disk, identity, options, background);
    }
  }

  /** Who lives here. */
  public DirectoryIdentity identity() {
    return identity;
  }

  /** Term and vote. */
  public VoteFile votes() {
    return votes;
  }

  /** The log. */
  public DurableLog log() {
    return log;
  }

  /** The snapshots. */
  public SnapshotStore snapshots() {
    return snapshots;
  }

  /**
   * Notes that the log has lost entries which this member had confirmed: the directory is damaged
   * from now on. Any thread; durable when it returns.
   *
   * @param firstIndex the first entry that may be lost
   */
  public void noteLostEntries(long firstIndex, String finding) throws IOException {
    LostEntriesNote.write(disk, firstIndex, finding);
  }

  /** Closes all of it and releases the lock. */
  @Override
  public void close() throws IOException {
    try (identity) {
      closeFiles();
    }
  }

  /** Closes all but the identity. */
  void closeFiles() throws IOException {
    try (votes;
        snapshots) {
      log.close();
    }
  }

  /** Opens a directory whose lock is held, and finishes what an operator has begun there. */
  private static DataDirectory open(
      Disk disk, DirectoryIdentity identity, LogOptions options, Executor background)
      throws IOException {
    if (identity.recovering().isPresent()) {
      GroupRecovery.finish(disk, identity, options);
    }
    LostEntriesNote.requireNone(disk);
    return openFiles(disk, identity, options, background);
  }

  static DataDirectory openFiles(
      Disk disk, DirectoryIdentity identity, LogOptions options, Executor background)
      throws IOException {
    if (identity.isPopulated()) {
      checkPopulated(disk);
    }
    VoteFile votes = VoteFile.open(disk);
    try {
      SnapshotStore snapshots = SnapshotStore.open(disk, identity.logKey(), options.reserveBytes());
      SegmentFiles segments = new SegmentFiles(disk, identity.logKey());
      LogRecovery recovery = new LogRecovery(disk, segments, options);
      LogScan scan = recovery.scan(snapshots.newest());
      // The log may need the room of what is removed to begin anew.
      snapshots.tidy(lastIndex(disk, votes.current(), scan.index(), snapshots.newest()));
      DurableLog log = DurableLog.open(recovery, scan, snapshots.newest(), options, background);
      return complete(new DataDirectory(disk, identity, votes, log, snapshots));
    } catch (IOException | RuntimeException e) {
      votes.close();
      throw e;
    }
  }

  /** Checks the parts against each other; returns where the log will end. */
  private static long lastIndex(
      Disk disk, TermAndVote vote, LogIndex index, Optional<SnapshotMetadata> newest)
      throws DamagedLog {
    checkTerm(disk, vote, index.termStarts(), index.base());
    if (newest.isEmpty() || DurableLog.isHeld(newest.get().last(), index)) {
      return index.lastIndex();
    }
    LogPosition last = newest.get().last();
    checkTerm(disk, vote, List.of(), last);
    return last.index();
  }

  private static DataDirectory complete(DataDirectory directory) throws IOException {
    try {
      directory.identity.markPopulated();
      return directory;
    } catch (IOException | RuntimeException e) {
      closeAfter(e, directory.log);
      throw e;
    }
  }

  /** Of a disk that fails, the first failure is the one to tell. */
  static void closeAfter(Exception failure, Closeable file) {
    try {
      file.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Refuses a directory that has been used and misses what it had. */
  static void checkPopulated(Disk disk) throws IOException {
    List<String> names = disk.list();
    if (!names.contains(VoteFile.NAME)) {
      throw new DamagedLog(disk.location(), VoteFile.NAME, 0, 0, "the file is missing");
    }
    if (names.stream().noneMatch(SegmentFiles::isSegment)) {
      throw new DamagedLog(disk.location(), SegmentFiles.name(1), 0, 1, "the file is missing");
    }
    ForcedMark.requireMade(disk);
  }

  /** Refuses a term that lies behind that of the log. */
  static void checkTerm(Disk disk, TermAndVote vote, List<LogPosition> termStarts, LogPosition base)
      throws DamagedLog {
    LogPosition last = termStarts.isEmpty() ? base : termStarts.get(termStarts.size() - 1);
    if (last.term() > vote.term()) {
      String finding = "term " + vote.term() + ", log at " + last;
      throw new DamagedLog(disk.location(), VoteFile.NAME, 0, last.index(), finding);
    }
  }
}

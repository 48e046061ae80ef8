package dev.flotilla.storage.backup;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.identity.NewIdentity;
import dev.flotilla.storage.identity.VoteFile;
import dev.flotilla.storage.log.DurableLog;
import dev.flotilla.storage.log.LogOptions;
import dev.flotilla.storage.log.SoleMember;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Makes a data directory from a backup: that of the only member of a new group, which has the state
 * of the old one, and what it remembers of its clients.
 *
 * <p>The identity says until the end that the directory is not whole, so that no server starts on a
 * part of it; after a crash the same is done once more. One thread; blocks on the disk.
 */
public final class RestoredDirectory {
  private static final int BATCH_BYTES = 1024 * 1024;

  /**
   * What was made.
   *
   * @param member the only member
   * @param group the new group
   */
  public record Restored(Member member, GroupId group) {}

  private final Disk disk;
  private final Backup backup;
  private final NewIdentity identity;
  private final LogOptions options;

  private RestoredDirectory(Disk disk, Backup backup, NewIdentity identity, LogOptions options) {
    this.disk = disk;
    this.backup = backup;
    this.identity = identity;
    this.options = options;
  }

  /**
   * Fills an empty or missing directory; durable when it returns.
   *
   * @param groupName the name of the new group, which may be that of the old one
   * @param id the member id, such as that of a certificate; empty to draw one
   * @param random draws member id, incarnation and key
   * @param groupOf the id of the group that is founded by one member
   * @throws DirectoryRefused if the directory is not empty, but for an interrupted restore
   * @throws BackupRefused if the file has changed since it was opened
   */
  public static Restored restore(
      Backup backup,
      Disk disk,
      String groupName,
      Optional<NodeId> id,
      RandomGenerator random,
      Function<Member, GroupId> groupOf,
      LogOptions options)
      throws IOException {
    try (NewIdentity identity = NewIdentity.begin(disk, groupName, id, random)) {
      new RestoredDirectory(disk, backup, identity, options).fill();
      GroupId group = groupOf.apply(identity.member());
      identity.complete(group, backup.header().group().value());
      return new Restored(identity.member(), group);
    }
  }

  private void fill() throws IOException {
    BackupHeader header = backup.header();
    try (VoteFile votes = VoteFile.open(disk)) {
      votes.save(new TermAndVote(header.last().term(), Optional.empty()));
      if (header.snapshot().isPresent()) {
        fill(votes, header.snapshot().get());
      } else {
        try (DurableLog log = DurableLog.open(disk, identity.logKey(), options, Runnable::run)) {
          fill(votes, log, OutputStream.nullOutputStream());
        }
      }
    }
    disk.sync();
  }

  /** The snapshot first, then the log that goes on after it: the file is read twice. */
  private void fill(VoteFile votes, BackupHeader.Content content) throws IOException {
    Configuration alone = SoleMember.configuration(identity.member());
    try (SnapshotStore snapshots = SnapshotStore.open(disk, identity.logKey())) {
      SnapshotWriter writer = snapshots.begin(SnapshotStore.Kind.TAKING, alone);
      try (writer) {
        backup.read(writer, entry -> {});
        SnapshotMetadata made =
            snapshots
                .complete(writer, content.last(), content.timeMillis(), alone, content.version())
                .orElseThrow();
        if (made.checksum() != content.checksum()) {
          throw new BackupRefused(
              backup.file().toString(),
              "is damaged: the checksum of its snapshot does not fit",
              "take another backup");
        }
        try (DurableLog log =
            DurableLog.open(disk, identity.logKey(), Optional.of(made), options, Runnable::run)) {
          fill(votes, log, OutputStream.nullOutputStream());
        }
      }
    }
  }

  private void fill(VoteFile votes, DurableLog log, OutputStream snapshot) throws IOException {
    Appender appender = new Appender(log);
    backup.read(snapshot, appender::take);
    appender.flush();
    BackupHeader header = backup.header();
    long timeMillis =
        Math.max(
            appender.timeMillis,
            header.snapshot().map(BackupHeader.Content::timeMillis).orElse(0L));
    LogPosition end = header.last();
    SoleMember.append(identity.member(), votes, log, Optional.empty(), end, timeMillis);
  }

  /** Appends in batches that fit into memory and into a segment. */
  private static final class Appender {
    private final DurableLog log;
    private final List<Entry> batch = new ArrayList<>();
    private long bytes;
    private long timeMillis;

    Appender(DurableLog log) {
      this.log = log;
    }

    void take(Entry entry) throws IOException {
      batch.add(entry);
      bytes += entry.sizeBytes();
      timeMillis = entry.timeMillis();
      if (bytes >= BATCH_BYTES) {
        flush();
      }
    }

    void flush() throws IOException {
      log.writer().append(batch);
      log.writer().force();
      batch.clear();
      bytes = 0;
    }
  }
}

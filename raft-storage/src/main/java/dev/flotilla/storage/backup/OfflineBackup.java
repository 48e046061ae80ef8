package dev.flotilla.storage.backup;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.DirectoryRefused.Reason;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.log.Inspection;
import dev.flotilla.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes the state that a data directory holds to a backup, without its server: the newest
 * snapshot, and all entries of the log behind it. The entries at the end may not be committed.
 *
 * <p>Any thread; blocks on the disk. Needs the memory of a server that starts, without its state.
 */
public final class OfflineBackup {
  private static final int BUFFER_BYTES = 256 * 1024;

  private OfflineBackup() {}

  /**
   * Writes a backup; holds the directory's lock meanwhile, and changes nothing in it.
   *
   * @param file where the backup is to be
   * @throws DirectoryRefused if a server runs there, or it has no state, or not the whole one
   * @throws dev.flotilla.storage.DamagedLog if it has lost something that was forced
   */
  public static BackupHeader write(Disk disk, Path file) throws IOException {
    // Not opened before: an empty directory would be made that of a server.
    requireState(disk, DirectoryIdentity.look(disk));
    try (DirectoryIdentity identity =
        DirectoryIdentity.open(disk, Optional.empty(), new SecureRandom())) {
      requireState(disk, identity);
      Inspection inspection = Inspection.of(disk);
      if (inspection.finding().isPresent()) {
        throw inspection.finding().get();
      }
      SnapshotStore snapshots = SnapshotStore.open(disk, identity.logKey());
      return write(disk, file, identity, inspection, snapshots);
    }
  }

  private static BackupHeader write(
      Disk disk,
      Path file,
      DirectoryIdentity identity,
      Inspection inspection,
      SnapshotStore snapshots)
      throws IOException {
    Optional<SnapshotMetadata> snapshot = snapshots.newest();
    long base = snapshot.map(it -> it.last().index()).orElse(0L);
    Extent extent = new Extent(snapshot.map(SnapshotMetadata::last).orElse(LogPosition.ORIGIN));
    inspection.forEach(base + 1, Long.MAX_VALUE, extent);
    boolean isBare = extent.hasGaps || snapshot.map(it -> !it.holdsState()).orElse(false);
    if (isBare || extent.last.index() == 0 || inspection.firstIndex() > base + 1) {
      throw refused(
          disk, isBare ? "was that of a witness, and lacks commands" : "holds no state yet");
    }
    BackupHeader header =
        new BackupHeader(
            identity.groupName(),
            identity.groupId().orElseThrow(),
            identity.member().id(),
            extent.last,
            snapshot.map(BackupHeader.Content::of),
            extent.last.index() - base);
    try (BackupWriter writer = new BackupWriter(file, header)) {
      if (snapshot.isPresent()) {
        copy(snapshots, snapshot.get(), writer);
      }
      inspection.forEach(base + 1, Long.MAX_VALUE, entry -> write(entry, writer));
      writer.complete();
      return header;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void write(Entry entry, BackupWriter writer) {
    try {
      writer.entry(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(SnapshotStore snapshots, SnapshotMetadata snapshot, BackupWriter writer)
      throws IOException {
    try (InputStream source = snapshots.open(snapshot)) {
      byte[] piece = new byte[BUFFER_BYTES];
      for (int count = source.read(piece); count >= 0; count = source.read(piece)) {
        writer.snapshot(piece, 0, count);
      }
    }
  }

  private static final class Extent implements Consumer<Entry> {
    private LogPosition last;
    private boolean hasGaps;

    Extent(LogPosition last) {
      this.last = last;
    }

    @Override
    public void accept(Entry entry) {
      last = entry.position();
      hasGaps |= entry.payload() instanceof WitnessEntry;
    }
  }

  private static void requireState(Disk disk, DirectoryIdentity identity) throws DirectoryRefused {
    if (identity.isWitness()) {
      throw refused(disk, "is that of a witness, which has no state");
    }
    if (identity.groupId().isEmpty()) {
      throw refused(disk, "is that of a server whose group is not founded");
    }
    if (identity.settingAside().isPresent() || identity.recovering().isPresent()) {
      throw refused(disk, "is being changed, and that was interrupted");
    }
  }

  private static DirectoryRefused refused(Disk disk, String finding) {
    return new DirectoryRefused(
        Reason.NO_SURVIVOR, disk.location(), finding, "back up the directory of another member");
  }
}

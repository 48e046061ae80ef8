package dev.flotilla.storage.snapshot;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.log.DurableLog;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshot files of a data directory.
 *
 * <p><b>Files.</b> {@code snapshot-} with the index of the last entry, in 19 digits; each gets its
 * name when it is complete and forced. {@code snapshot-taking} and {@code snapshot-arriving} are
 * under way; of the latter what was forced is of use after a restart. The newest file stands for
 * the log's beginning: it must be intact (safety rule 3).
 *
 * <p><b>Threads.</b> Any; all but {@link #newest} and {@link #arrived} block on the disk. What
 * publishes, removes and sends files locks. What is about a file that is under way does not: there
 * is one of each kind at a time, and it has one owner.
 */
public final class SnapshotStore implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotStore.class);
  private static final String PREFIX = "snapshot-";
  private static final int DIGITS = 19;

  private final Disk disk;
  private final long key;
  private final Reserve reserve;
  private volatile Optional<SnapshotMetadata> newest = Optional.empty();
  private Optional<ArrivedPart> arrived = Optional.empty();
  private @Nullable SnapshotReader sending;

  /** What a file that is being written is. */
  public enum Kind {
    /** A snapshot of this server's own state. */
    TAKING,
    /** One that a leader sends. */
    ARRIVING;

    private String fileName() {
      return PREFIX + (this == TAKING ? "taking" : "arriving");
    }
  }

  private SnapshotStore(Disk disk, long key, long reserveBytes) {
    this.disk = disk;
    this.key = key;
    this.reserve = new Reserve(disk, reserveBytes);
  }

  /**
   * Finds and verifies the newest snapshot, and changes nothing; blocks until it has been read.
   *
   * @param key the log's, see {@link DurableLog#open}
   * @param reserveBytes what a snapshot that is written leaves free on the disk
   * @throws DamagedLog if the newest one is not intact
   */
  public static SnapshotStore open(Disk disk, long key, long reserveBytes) throws IOException {
    SnapshotStore store = new SnapshotStore(disk, key, reserveBytes);
    List<String> complete = store.completeFiles();
    if (!complete.isEmpty()) {
      String last = complete.get(complete.size() - 1);
      try (SnapshotReader reader = new SnapshotReader(disk, last, key)) {
        reader.verify();
        if (!name(reader.metadata().last()).equals(last)) {
          throw new DamagedLog(
              disk.location(), last, 0, 0, "it holds a snapshot of " + reader.metadata().last());
        }
        store.newest = Optional.of(reader.metadata());
      }
    }
    return store;
  }

  /** Opens one to be looked at, or written to whatever is left of the disk. */
  public static SnapshotStore open(Disk disk, long key) throws IOException {
    return open(disk, key, 0);
  }

  /**
   * Removes what a restart left over: older snapshots, and what was under way, unless it arrives
   * and is of use.
   *
   * @param lastIndex of the log, which needs no snapshot up to there
   */
  public void tidy(long lastIndex) throws IOException {
    disk.delete(Kind.TAKING.fileName());
    arrived = usefulPart(lastIndex);
    if (arrived.isEmpty()) {
      disk.delete(Kind.ARRIVING.fileName());
    }
    deleteOlder(Long.MAX_VALUE);
  }

  /** Whether it is a snapshot, or one that was under way. */
  public static boolean isSnapshot(String name) {
    return isComplete(name)
        || Arrays.stream(Kind.values()).map(Kind::fileName).anyMatch(name::equals);
  }

  /** What was under way to this server, if a start with a log up to an index goes on with it. */
  public Optional<ArrivedPart> usefulPart(long lastIndex) {
    return arrivedPart()
        .filter(it -> it.bytes() > 0 && it.snapshot().last().index() > lastIndex)
        .filter(it -> isNews(it.snapshot()));
  }

  public static boolean isArriving(String name) {
    return name.equals(Kind.ARRIVING.fileName());
  }

  private Optional<ArrivedPart> arrivedPart() {
    try (SnapshotReader reader = new SnapshotReader(disk, Kind.ARRIVING.fileName(), key)) {
      return Optional.of(new ArrivedPart(reader.metadata(), reader.forcedBytes()));
    } catch (IOException e) {
      // None, or its beginning was not forced. Nothing was promised of it.
      return Optional.empty();
    }
  }

  static boolean isComplete(String name) {
    return name.length() == PREFIX.length() + DIGITS
        && name.startsWith(PREFIX)
        && name.chars().skip(PREFIX.length()).allMatch(c -> c >= '0' && c <= '9');
  }

  /** What a former process has received of one; as of the start. */
  public Optional<ArrivedPart> arrived() {
    return arrived;
  }

  /** The newest one that is durable; does not block. */
  public Optional<SnapshotMetadata> newest() {
    return newest;
  }

  /**
   * Begins a file; one of its kind that was begun before is given up.
   *
   * @param configuration what its metadata will name
   * @throws UnwritableSnapshot if there is no room
   */
  public SnapshotWriter begin(Kind kind, Configuration configuration) throws IOException {
    disk.delete(kind.fileName());
    try {
      return new SnapshotWriter(
          disk.create(kind.fileName()), kind.fileName(), key, reserve, configuration);
    } catch (IOException e) {
      throw new UnwritableSnapshot(kind.fileName(), 0, e);
    }
  }

  /**
   * Begins a file that a leader sends; one that was begun before is given up.
   *
   * @param restoreBytes what the state that is restored from it takes of the disk beside it
   * @throws UnwritableSnapshot if there is no room for all of both; nothing was written then,
   *     unless the disk does not say how much room it has
   */
  public SnapshotWriter receive(SnapshotMetadata snapshot, long restoreBytes) throws IOException {
    disk.delete(Kind.ARRIVING.fileName());
    requireRoom(snapshot, 0, restoreBytes);
    SnapshotWriter writer = begin(Kind.ARRIVING, snapshot.configuration());
    try {
      writer.announce(snapshot);
      // Its name, or what is forced of it would not be found after a power cut.
      disk.sync();
      return writer;
    } catch (IOException e) {
      discard(writer);
      throw e;
    }
  }

  private void requireRoom(SnapshotMetadata snapshot, long arrivedBytes, long restoreBytes)
      throws UnwritableSnapshot {
    if (snapshot.holdsState()) {
      long moreBytes = snapshot.sizeBytes() - arrivedBytes;
      reserve.require(Kind.ARRIVING.fileName(), arrivedBytes, moreBytes, restoreBytes);
    }
  }

  /**
   * Goes on with what {@link #arrived}, which is read and checked: that takes a while.
   *
   * @param bytes from the first on; what may be behind them is written anew
   * @param restoreBytes what the state that is restored from it takes of the disk beside it
   * @throws UnwritableSnapshot if there is no room any more for the rest, and for the state
   * @throws IOException if they are not intact, or not of that snapshot
   */
  public SnapshotWriter resume(SnapshotMetadata snapshot, long bytes, long restoreBytes)
      throws IOException {
    requireRoom(snapshot, bytes, restoreBytes);
    String name = Kind.ARRIVING.fileName();
    try (SnapshotReader reader = new SnapshotReader(disk, name, key)) {
      if (!reader.metadata().equals(snapshot)) {
        throw new IOException(name + " is of " + reader.metadata() + ", not of " + snapshot);
      }
      SnapshotWriter writer =
          new SnapshotWriter(disk.open(name), name, key, reserve, snapshot.configuration());
      try {
        writer.takeOver(reader, bytes);
        return writer;
      } catch (IOException e) {
        writer.close();
        throw e;
      }
    }
  }

  /** Gives up what has {@link #arrived}. */
  public void discardArrived() throws IOException {
    disk.delete(Kind.ARRIVING.fileName());
  }

  /** Gives up a file that was begun, and its room on the disk. */
  public void discard(SnapshotWriter writer) throws IOException {
    writer.close();
    disk.delete(writer.name());
  }

  /**
   * Completes a file that was received; durable when this returns true.
   *
   * @param restoreBytes what the state that is restored from it takes of the disk beside it
   * @param check reads it before it counts
   * @return whether it is what the metadata say and the check takes it; if not, it is gone, as it
   *     is if there is one as new already
   * @throws UnwritableSnapshot if there is no room any more for the state
   */
  public boolean complete(
      SnapshotWriter writer, SnapshotMetadata metadata, long restoreBytes, ContentCheck check)
      throws IOException {
    reserve.requireRestore(writer.name(), writer.sizeBytes(), restoreBytes);
    long checksum = writer.endContent();
    if (checksum != metadata.checksum() || writer.sizeBytes() != metadata.sizeBytes()) {
      discard(writer);
      return false;
    }
    writer.seal(metadata);
    if (!isUsable(writer.name(), metadata, check)) {
      disk.delete(writer.name());
      return false;
    }
    publish(writer, metadata);
    return true;
  }

  private boolean isUsable(String name, SnapshotMetadata metadata, ContentCheck check)
      throws IOException {
    try (OwnFile file = new OwnFile(new SnapshotReader(disk, name, key))) {
      return isUsable(file, metadata, check);
    }
  }

  private static boolean isUsable(OwnFile file, SnapshotMetadata metadata, ContentCheck check)
      throws IOException {
    try {
      check.verify(new BufferedInputStream(file));
      return true;
    } catch (IOException | RuntimeException e) {
      file.requireReadable();
      LOG.warn(
          "The snapshot at {} that was sent is refused, no state can be restored from it: {}",
          metadata.last(),
          e.getMessage());
      return false;
    }
  }

  /** Remembers that the disk failed, which is not the fault of what is read. */
  private static final class OwnFile extends InputStream {
    private final SnapshotReader reader;
    private @Nullable IOException failure;

    OwnFile(SnapshotReader reader) {
      this.reader = reader;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        return reader.read(target, offset, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }

    void requireReadable() throws IOException {
      if (failure != null) {
        throw failure;
      }
    }
  }

  /**
   * Completes a file of this server's own; durable when this returns.
   *
   * @return what it stands for; nothing if a newer one has come meanwhile, and it is gone
   */
  public Optional<SnapshotMetadata> complete(
      SnapshotWriter writer,
      LogPosition last,
      long timeMillis,
      Configuration configuration,
      int version)
      throws IOException {
    long checksum = writer.endContent();
    SnapshotMetadata metadata =
        new SnapshotMetadata(
            last, timeMillis, configuration, version, writer.sizeBytes(), checksum);
    writer.seal(metadata);
    return publish(writer, metadata) ? Optional.of(metadata) : Optional.empty();
  }

  /** Of two files for one position the first stays: it may be under way to somebody. */
  private synchronized boolean publish(SnapshotWriter writer, SnapshotMetadata metadata)
      throws IOException {
    if (!isNews(metadata)) {
      disk.delete(writer.name());
      return false;
    }
    disk.replace(writer.name(), name(metadata.last()));
    disk.sync();
    newest = Optional.of(metadata);
    return true;
  }

  private boolean isNews(SnapshotMetadata metadata) {
    return newest.map(it -> it.last().index() < metadata.last().index()).orElse(true);
  }

  /**
   * Removes all but the newest one, and but those that are ahead of the state: one of them may be
   * about to be restored. Not to be called while an older one is being sent.
   *
   * @param appliedIndex how far the state is
   * @return whether only the newest one is left
   */
  public synchronized boolean deleteOlder(long appliedIndex) throws IOException {
    List<String> complete = completeFiles();
    int left = complete.size();
    for (String name : complete.subList(0, Math.max(0, complete.size() - 1))) {
      if (Long.parseLong(name.substring(PREFIX.length())) <= appliedIndex) {
        disk.delete(name);
        left--;
      }
    }
    return left <= 1;
  }

  /**
   * Reads a piece.
   *
   * @param offset before the end
   * @return at least one byte, at most so many; nothing if there is no such snapshot any more, or
   *     it is an older one and not intact: nobody but a transfer needs that
   * @throws DamagedLog if it is the newest one, and not intact or not there
   */
  public synchronized Bytes read(SnapshotMetadata metadata, long offset, int maxBytes)
      throws IOException {
    try {
      SnapshotReader reader = readerOf(metadata);
      return reader == null ? Bytes.EMPTY : reader.read(offset, maxBytes);
    } catch (DamagedLog e) {
      if (isNewest(metadata)) {
        throw e;
      }
      LOG.warn(
          "{}/{}; it is sent no more, there is a newer snapshot", disk.location(), e.finding());
      endSending();
      return Bytes.EMPTY;
    }
  }

  private boolean isNewest(SnapshotMetadata metadata) {
    return newest.equals(Optional.of(metadata));
  }

  private @Nullable SnapshotReader readerOf(SnapshotMetadata metadata) throws IOException {
    if (sending != null && sending.metadata().equals(metadata)) {
      return sending;
    }
    endSending();
    try {
      SnapshotReader reader = new SnapshotReader(disk, name(metadata.last()), key);
      if (!reader.metadata().equals(metadata)) {
        reader.close();
        requireOlder(metadata, "it holds " + reader.metadata());
        return null;
      }
      sending = reader;
      return reader;
    } catch (NoSuchFileException e) {
      requireOlder(metadata, "the file is missing");
      return null;
    }
  }

  private void requireOlder(SnapshotMetadata gone, String finding) throws DamagedLog {
    if (isNewest(gone)) {
      throw new DamagedLog(disk.location(), name(gone.last()), 0, 0, finding);
    }
  }

  /**
   * Opens one to be restored from; the caller closes the stream.
   *
   * @throws DamagedLog if it is not intact, also while it is read
   */
  public InputStream open(SnapshotMetadata metadata) throws IOException {
    return new SnapshotReader(disk, name(metadata.last()), key);
  }

  /**
   * Opens the newest one to be read in pieces by somebody who takes long; it stays readable when a
   * newer one has removed its name. Empty if there is none.
   */
  public synchronized Optional<SnapshotReader> openNewest() throws IOException {
    if (newest.isEmpty()) {
      return Optional.empty();
    }
    String name = name(newest.get().last());
    return Optional.of(new SnapshotReader(disk, name, key));
  }

  /**
   * Closes the file from which pieces were {@link #read}, until another one is. If it has been
   * removed since, its room on the disk is free only then.
   */
  public synchronized void endSending() throws IOException {
    if (sending != null) {
      sending.close();
      sending = null;
    }
  }

  @Override
  public void close() throws IOException {
    endSending();
  }

  public static String name(LogPosition last) {
    String digits = Long.toString(last.index());
    return PREFIX + "0".repeat(DIGITS - digits.length()) + digits;
  }

  /** Ascending. */
  private List<String> completeFiles() throws IOException {
    List<String> names = new ArrayList<>();
    for (String name : disk.list()) {
      if (isComplete(name)) {
        names.add(name);
      }
    }
    return names;
  }
}

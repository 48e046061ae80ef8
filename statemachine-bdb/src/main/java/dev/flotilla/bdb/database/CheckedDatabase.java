package dev.flotilla.bdb.database;

import com.sleepycat.je.DatabaseException;
import com.sleepycat.je.EnvironmentConfig;
import dev.flotilla.node.statemachine.DamagedFolder;
import dev.flotilla.node.statemachine.FreeDisk;
import dev.flotilla.node.statemachine.Room;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open database with its checkpoint record. Decides at the opening whether the database can be
 * trusted, and replaces it so that a crash leaves one of which that can be decided.
 *
 * <p>Used by one thread at a time.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 *
 * @param <D> the database
 */
public final class CheckedDatabase<D extends StoreDatabase> {
  public static final String DATABASE = "db";
  public static final String REPLACED = "replaced";

  /** Berkeley DB, which counts all that it knows for the answer, is asked no more often. */
  public static final long ASK_NANOS = 50_000_000;

  /** Where Berkeley DB's first entry ends in its first file, without which it opens nothing. */
  private static final int FIRST_ENTRY_END = 88;

  private static final Logger LOG = LoggerFactory.getLogger(CheckedDatabase.class);

  /**
   * Where a database is, and how it is opened.
   *
   * @param kind what it is
   * @param directory where all is
   * @param limits what it may use
   * @param opener opens or creates the database in a directory of its own
   * @param disk what holds the directory
   * @param nanoTime a clock that only goes forward
   * @param <D> the database
   */
  public record Place<D extends StoreDatabase>(
      StoreKind kind,
      Path directory,
      DatabaseLimits limits,
      Opener<D> opener,
      FreeDisk disk,
      LongSupplier nanoTime) {
    public Place(StoreKind kind, Path directory, DatabaseLimits limits, Opener<D> opener) {
      this(kind, directory, limits, opener, FreeDisk.of(directory), System::nanoTime);
    }

    private Path home() {
      return directory.resolve(DATABASE);
    }

    private DamagedFolder damaged() {
      return new DamagedFolder(directory, disk);
    }

    private D openDatabase() {
      return opener.open(home(), BdbEnvironment.writing(limits, kind));
    }

    @Override
    public String toString() {
      return "the " + kind.noun() + " in " + directory;
    }
  }

  /** Opens or creates a database; throws what Berkeley DB throws. */
  public interface Opener<D> {
    D open(Path home, EnvironmentConfig config);
  }

  /** Fills a new database. */
  public interface Filler<D> {
    void fill(D database) throws IOException;
  }

  private final Place<D> place;
  private final D database;
  private final CheckpointRecord record;
  private final Checkpointer checkpointer;

  /** Berkeley DB has seen the end of the disk, as far as is known; or was not asked yet. */
  private boolean mayRefuse = true;

  private long askedNanos;

  private CheckedDatabase(Place<D> place, D database, CheckpointRecord record) {
    this.place = place;
    this.database = database;
    this.record = record;
    this.checkpointer =
        new Checkpointer(place.kind, database, record, place.limits, place.damaged());
  }

  public static <D extends StoreDatabase> CheckedDatabase<D> open(Place<D> place)
      throws IOException {
    CheckpointRecord record = CheckpointRecord.open(place.directory, place.kind);
    try {
      return new CheckedDatabase<>(place, openOrRebuild(place, record), record);
    } catch (DatabaseException | IllegalArgumentException e) {
      record.close();
      throw told("cannot be opened", e, place);
    } catch (IOException | RuntimeException e) {
      record.close();
      throw e;
    }
  }

  public Path directory() {
    return place.directory;
  }

  public D database() {
    return database;
  }

  /**
   * How much room there is for more. Berkeley DB's own limit looks every few seconds only, and then
   * refuses what was accepted; a database that meets the end of the disk is lost to its process.
   *
   * @throws IllegalStateException if it is lost already, perhaps by a question: what a question
   *     throws stops no node, and this does
   */
  public Room room() {
    Exception failure = database.failure();
    if (failure != null) {
      throw new IllegalStateException(
          place + " is of no use until the next start: " + failure.getMessage(), failure);
    }
    Room onDisk = place.disk.room(place.limits.freeDiskBytes());
    mayRefuse = onDisk == Room.NONE || refuses();
    return mayRefuse ? Room.NONE : onDisk;
  }

  /** Whoever was idle has not seen that the disk was full for a moment; Berkeley DB may have. */
  private boolean refuses() {
    long now = place.nanoTime.getAsLong();
    if (!mayRefuse && now - askedNanos < ASK_NANOS) {
      return false;
    }
    askedNanos = now;
    return !database.takesWrites();
  }

  /**
   * Reads, before anything is applied, what the opening has not: Berkeley DB reads the end of its
   * files only, and finds older damage when it comes to it. It notes that in the database, so that
   * the next opening sets it aside.
   *
   * @throws UncheckedIOException if it cannot be read, with the remedy
   */
  public void readAtStart(Consumer<D> reading) {
    try {
      reading.accept(database);
    } catch (DatabaseException e) {
      throw new UncheckedIOException(told("cannot be read", e, place));
    }
  }

  public Checkpointer checkpointer() {
    return checkpointer;
  }

  /**
   * Replaces the database; this one is closed then, also by an exception. The disk need not hold
   * both.
   *
   * <p>A crash on the way leaves the old database, none, or a part of the new one; the checkpoint
   * does not ask for more.
   *
   * @throws IOException if what is to replace it cannot be read, or does not fit on the disk
   */
  public CheckedDatabase<D> replace(Filler<D> filler) throws IOException {
    D created = null;
    try {
      try (database) {
        checkpointer.close();
        record.write(0);
      }
      remove(place);
      created = place.openDatabase();
      filler.fill(created);
      created.force();
      record.write(created.lastIndex());
      return new CheckedDatabase<>(place, created, record);
    } catch (DatabaseException e) {
      closeQuietly(created, e);
      record.close();
      throw told("cannot be replaced", e, place);
    } catch (IOException | RuntimeException e) {
      closeQuietly(created, e);
      record.close();
      throw e;
    }
  }

  /** Forces everything and closes; by an exception, too: one that failed can be opened again. */
  public void close() throws IOException {
    try (record) {
      long last;
      try (database) {
        checkpointer.close();
        last = database.lastIndex();
      }
      record.write(last);
    }
  }

  /** Throws if an index is not above the one before it: the caller has lost count. */
  public void requireNext(long previous, long index) {
    if (index <= previous) {
      throw new IllegalStateException(
          "index %s was given to %s, which stands at %s".formatted(index, place, previous));
    }
  }

  private static <D extends StoreDatabase> D openOrRebuild(Place<D> place, CheckpointRecord record)
      throws IOException {
    Files.createDirectories(place.home());
    deleteTree(place.directory.resolve(REPLACED));
    place.damaged().giveWay();
    OptionalLong forced = record.index();
    if (forced.isEmpty() && !isEmpty(place.home())) {
      setAside(place, "it has no readable checkpoint record");
    }
    if (forced.isPresent()) {
      Optional<D> sound = openIfSound(place, forced.getAsLong());
      if (sound.isPresent()) {
        return sound.get();
      }
    }
    record.write(0);
    D created = place.openDatabase();
    try {
      // So that whoever reads the directory later finds a database, if an empty one.
      created.force();
    } catch (RuntimeException e) {
      closeQuietly(created, e);
      throw e;
    }
    return created;
  }

  /** Empty when what was found has been set aside, or was only a part and has been removed. */
  private static <D extends StoreDatabase> Optional<D> openIfSound(Place<D> place, long forced)
      throws IOException {
    // Of a restore that ended in the middle, or begun after the one that was set aside.
    boolean mayBePart = forced == 0 || place.damaged().isThere();
    D opened = null;
    try {
      opened = place.openDatabase();
      long last = opened.lastIndex();
      if (last >= forced && opened.isWhole()) {
        return Optional.of(opened);
      }
      opened.close();
      if (last == 0 && mayBePart) {
        removePart(place);
      } else if (last < forced) {
        setAside(place, "it ends at index %s, and %s was forced".formatted(last, forced));
      } else {
        setAside(place, "it ends at index %s, and lacks what belongs to it".formatted(last));
      }
    } catch (RuntimeException e) {
      closeQuietly(opened, e);
      if (!DatabaseFailure.isDamage(e, place.home())) {
        throw e;
      }
      if (mayBePart && isOnlyBegun(place.home())) {
        removePart(place);
      } else {
        // Berkeley DB adds a whole stack trace to some.
        setAside(place, e.toString().lines().findFirst().orElse(""));
      }
    }
    return Optional.empty();
  }

  /** Of a start or a restore that ended when Berkeley DB had made its first file, and no entry. */
  private static boolean isOnlyBegun(Path home) throws IOException {
    try (DirectoryStream<Path> logFiles = Files.newDirectoryStream(home, "*.jdb")) {
      for (Path file : logFiles) {
        if (Files.size(file) >= FIRST_ENTRY_END) {
          return false;
        }
      }
      return true;
    }
  }

  private static <D extends StoreDatabase> void removePart(Place<D> place) throws IOException {
    LOG.warn("{} holds nothing whole, and is rebuilt from the log", place);
    remove(place);
  }

  private static <D extends StoreDatabase> void remove(Place<D> place) throws IOException {
    Path replaced = place.directory.resolve(REPLACED);
    // At once: a database of which some files are missing is none.
    Files.move(place.home(), replaced);
    Files.createDirectory(place.home());
    deleteTree(replaced);
  }

  /** Keeps the last database that was damaged, and no other: a device has little room. */
  private static <D extends StoreDatabase> void setAside(Place<D> place, String reason)
      throws IOException {
    DamagedFolder damaged = place.damaged();
    LOG.warn(
        "{} is damaged ({}). It is rebuilt from the log, and set aside in {} as long as there is"
            + " room for it.",
        place,
        reason,
        damaged.path().getFileName());
    damaged.remove();
    Files.move(place.home(), damaged.path());
    damaged.giveWay();
    Files.createDirectory(place.home());
  }

  private static IOException told(String what, RuntimeException e, Place<?> place) {
    long enough = place.limits.freeDiskBytes();
    long wanted = place.disk.room(enough) == Room.ENOUGH ? 0 : enough;
    return DatabaseFailure.told(place + " " + what, e, place.home(), wanted);
  }

  private static void closeQuietly(@Nullable StoreDatabase opened, Exception cause) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

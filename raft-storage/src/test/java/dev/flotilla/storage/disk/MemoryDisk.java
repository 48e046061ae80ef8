package dev.flotilla.storage.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A disk in memory that keeps apart what was written and what was forced, and can lose the rest as
 * a power cut would. Any thread.
 *
 * <p>After a loss every file and lock that was open is dead: its calls throw.
 */
public final class MemoryDisk implements Disk {
  private final SortedMap<String, MemoryFile> names = new TreeMap<>();
  private final SortedMap<String, MemoryFile> forcedNames = new TreeMap<>();
  private final List<Change> unforced = new ArrayList<>();
  private final Set<String> locks = new HashSet<>();
  private final Map<OpenFile, String> open = new HashMap<>();

  /** Deleted while they were open: they take their room until nobody has them open any more. */
  private final Set<MemoryFile> deletedOpen = new HashSet<>();

  private int life;
  private Force force = Force.WORKS;
  private long bytesUntilFull = Long.MAX_VALUE;
  private boolean isRoomHidden;
  private long changesUntilCut = Long.MAX_VALUE;
  private long readBytes;

  /** What a force does; all but the first are faults. */
  public enum Force {
    /** Makes durable. */
    WORKS,
    /** Returns at once and makes nothing durable, as a disk with a lying cache. */
    DOES_NOTHING,
    /**
     * Makes durable what the file's force before was to: whoever relies on a force is one ahead of
     * the disk, like a server that promises first and forces afterwards.
     */
    ONE_BEHIND,
    /** Throws, and leaves what was written readable but never to be forced, as Linux does. */
    FAILS
  }

  /** What of the unforced changes survives a power cut. */
  public enum Loss {
    /** Nothing. */
    ALL,
    /** The oldest ones, and a part of the next. */
    SUFFIX,
    /** Any of them, and of a write any sectors. */
    SUBSET
  }

  /** Something that a power cut may undo. */
  sealed interface Change permits Naming, MemoryFile.Write {}

  /** A change of the directory. */
  private record Naming(String name, MemoryFile file, String gone) implements Change {
    void applyTo(SortedMap<String, MemoryFile> directory) {
      if (!gone.isEmpty()) {
        directory.remove(gone);
      }
      if (file != null) {
        directory.put(name, file);
      }
    }
  }

  @Override
  public String location() {
    return "memory";
  }

  @Override
  public synchronized List<String> list() {
    // A file in a subdirectory has a name with a slash; of it the subdirectory is listed.
    return names.keySet().stream().map(name -> name.replaceFirst("/.*", "")).distinct().toList();
  }

  @Override
  public synchronized DiskFile create(String name) throws IOException {
    if (names.containsKey(name)) {
      throw new FileAlreadyExistsException(name);
    }
    change();
    takeSpace(1);
    MemoryFile file = new MemoryFile();
    rename(new Naming(name, file, ""));
    return opened(name, file);
  }

  @Override
  public synchronized DiskFile open(String name) throws IOException {
    return opened(name, existing(name));
  }

  private OpenFile opened(String name, MemoryFile file) {
    OpenFile descriptor = new OpenFile(this, file, life);
    open.put(descriptor, name);
    return descriptor;
  }

  synchronized void closed(OpenFile descriptor) {
    MemoryFile file = descriptor.file();
    if (open.remove(descriptor) != null && !isOpen(file) && deletedOpen.remove(file)) {
      giveSpace(file.size());
    }
  }

  private boolean isOpen(MemoryFile file) {
    return open.keySet().stream().anyMatch(it -> it.file() == file);
  }

  /** The names under which files were opened that nobody has closed; sorted. */
  public synchronized List<String> openNames() {
    return open.values().stream().sorted().toList();
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    change();
    MemoryFile file = names.get(name);
    if (file != null) {
      rename(new Naming(name, null, name));
      if (isOpen(file)) {
        deletedOpen.add(file);
      } else {
        giveSpace(file.size());
      }
    }
  }

  @Override
  public synchronized void replace(String source, String target) throws IOException {
    change();
    rename(new Naming(target, existing(source), source));
  }

  @Override
  public synchronized void moveInto(String source, String folder, String name) throws IOException {
    replace(source, folder + "/" + name);
  }

  @Override
  public synchronized void sync() throws IOException {
    change();
    if (heedsForce()) {
      for (Change change : unforced) {
        if (change instanceof Naming naming) {
          naming.applyTo(forcedNames);
        }
      }
      unforced.removeIf(change -> change instanceof Naming);
    }
  }

  @Override
  public synchronized long usableBytes() {
    return isRoomHidden ? Long.MAX_VALUE : bytesUntilFull;
  }

  @Override
  public synchronized Closeable lock(String name) throws IOException {
    if (!locks.add(name)) {
      throw new DiskInUse(location(), name);
    }
    if (!names.containsKey(name)) {
      create(name).close();
    }
    int born = life;
    return () -> unlock(name, born);
  }

  /** Cuts the power: everything that was not forced is lost. */
  public void loseUnsynced() {
    // The generator is not asked when all is lost.
    lose(Loss.ALL, RandomGenerator.getDefault());
  }

  /** Cuts the power: of what was not forced, a part chosen by the generator survives. */
  public synchronized void lose(Loss loss, RandomGenerator random) {
    new PowerCut(random, forcedNames).strike(loss, unforced);
    Set<MemoryFile> files = new HashSet<>(names.values());
    files.addAll(forcedNames.values());
    files.forEach(MemoryFile::restart);
    names.clear();
    names.putAll(forcedNames);
    unforced.clear();
    killProcess();
  }

  /** Ends every open file and lock as a SIGKILL would; nothing is lost, nothing becomes durable. */
  public synchronized void killProcess() {
    changesUntilCut = Long.MAX_VALUE;
    locks.clear();
    open.clear();
    deletedOpen.forEach(file -> giveSpace(file.size()));
    deletedOpen.clear();
    life++;
  }

  /** How many bytes have been read from files so far. */
  public synchronized long readBytes() {
    return readBytes;
  }

  synchronized void read(int bytes) {
    readBytes += bytes;
  }

  /** Chooses what forces do from now on. */
  public synchronized void plant(Force fault) {
    force = fault;
  }

  /**
   * Lets every write fail by which files would grow by more than so many bytes from now on. What is
   * written over itself needs none, and what is deleted gives its bytes back once nobody has it
   * open.
   */
  public synchronized void fillUpAfter(long bytes) {
    bytesUntilFull = bytes;
  }

  /** Lets nobody know how much room there is, as in some containers. */
  public synchronized void hideRoom() {
    isRoomHidden = true;
  }

  /**
   * Lets so many more changes (writes, forces, changes of names) begin; then everything throws
   * until {@link #lose} or {@link #killProcess}.
   */
  public synchronized void stopAfter(long changes) {
    changesUntilCut = changes;
  }

  /** A disk with the same files, all of it durable. */
  public synchronized MemoryDisk copy() {
    MemoryDisk copy = new MemoryDisk();
    names.forEach((name, file) -> copy.put(name, file.bytes()));
    return copy;
  }

  /** A disk with what this one would still hold if the power failed now and took all it may. */
  public synchronized MemoryDisk copyOfForced() {
    MemoryDisk copy = new MemoryDisk();
    forcedNames.forEach((name, file) -> copy.put(name, file.forcedBytes()));
    return copy;
  }

  /**
   * Takes the files of another, durably, as when an older copy is put back; nobody may run on it.
   */
  public synchronized void putBack(MemoryDisk copy) {
    names.clear();
    forcedNames.clear();
    unforced.clear();
    copy.names().forEach(name -> put(name, copy.bytes(name)));
  }

  /** All files, those in subdirectories with the subdirectory and a slash before their names. */
  public synchronized List<String> names() {
    return List.copyOf(names.keySet());
  }

  /** What a file holds. */
  public synchronized byte[] bytes(String name) {
    return names.get(name).bytes();
  }

  /** Sets, durably, what a file holds, behind the back of whoever has it open. */
  public synchronized void put(String name, byte[] bytes) {
    MemoryFile file = new MemoryFile(bytes);
    names.put(name, file);
    forcedNames.put(name, file);
  }

  /** Turns over bits of a byte, durably. */
  public synchronized void flip(String name, int offset, int bits) {
    byte[] bytes = bytes(name);
    bytes[offset] ^= (byte) bits;
    put(name, bytes);
  }

  synchronized void forced(MemoryFile file, int bornIn) throws IOException {
    requireAlive(bornIn);
    change();
    if (force == Force.FAILS) {
      dropWrites(file);
    }
    if (force == Force.ONE_BEHIND) {
      unforced.removeIf(change -> change instanceof MemoryFile.Write write && write.isDue(file));
    } else if (heedsForce()) {
      for (Change change : unforced) {
        if (change instanceof MemoryFile.Write write && write.isTo(file)) {
          write.makeDurable();
        }
      }
      dropWrites(file);
    }
  }

  synchronized void written(MemoryFile.Write write, int bornIn) throws IOException {
    requireAlive(bornIn);
    change();
    takeSpace(write.growth());
    write.apply();
    unforced.add(write);
  }

  synchronized void requireAlive(int bornIn) throws IOException {
    if (bornIn != life) {
      throw new IOException("the process that opened this file is gone");
    }
  }

  private void dropWrites(MemoryFile file) {
    unforced.removeIf(change -> change instanceof MemoryFile.Write write && write.isTo(file));
  }

  private void change() throws IOException {
    if (changesUntilCut <= 0) {
      throw new IOException("planted: the machine has stopped");
    }
    changesUntilCut--;
  }

  private boolean heedsForce() throws IOException {
    if (force == Force.FAILS) {
      throw new IOException("planted: a force that fails");
    }
    return force != Force.DOES_NOTHING;
  }

  private void takeSpace(long bytes) throws IOException {
    if (bytes > bytesUntilFull) {
      throw new IOException("planted: no space left on device");
    }
    bytesUntilFull -= bytes;
  }

  private void giveSpace(long bytes) {
    bytesUntilFull += Math.min(bytes, Long.MAX_VALUE - bytesUntilFull);
  }

  private synchronized void unlock(String name, int bornIn) {
    if (bornIn == life) {
      locks.remove(name);
    }
  }

  private MemoryFile existing(String name) throws NoSuchFileException {
    MemoryFile file = names.get(name);
    if (file == null) {
      throw new NoSuchFileException(name);
    }
    return file;
  }

  private void rename(Naming naming) {
    naming.applyTo(names);
    unforced.add(naming);
  }

  /** One power cut. */
  private record PowerCut(RandomGenerator random, SortedMap<String, MemoryFile> directory) {
    void strike(Loss loss, List<Change> changes) {
      switch (loss) {
        case ALL -> {}
        case SUFFIX -> keepPrefix(changes);
        case SUBSET -> changes.forEach(this::keepSome);
      }
    }

    private void keepPrefix(List<Change> changes) {
      int kept = random.nextInt(changes.size() + 1);
      for (int i = 0; i < kept; i++) {
        keep(changes.get(i));
      }
      if (kept < changes.size() && changes.get(kept) instanceof MemoryFile.Write torn) {
        torn.makeDurable(0, random.nextInt(torn.length() + 1));
      }
    }

    private void keep(Change change) {
      if (change instanceof Naming naming) {
        naming.applyTo(directory);
      } else if (change instanceof MemoryFile.Write write) {
        write.makeDurable();
      }
    }

    private void keepSome(Change change) {
      if (change instanceof MemoryFile.Write write) {
        write.forEachSector(
            (from, to) -> {
              if (random.nextBoolean()) {
                write.makeDurable(from, to);
              }
            });
      } else if (random.nextBoolean()) {
        keep(change);
      }
    }
  }
}

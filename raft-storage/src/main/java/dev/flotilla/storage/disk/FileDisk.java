package dev.flotilla.storage.disk;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory of the operating system. Any thread. */
public final class FileDisk implements Disk {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");

  /**
   * The locks of this process, because POSIX forgets a process's lock as soon as the process closes
   * any descriptor of the file: a second attempt must fail before it opens one.
   */
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path root;

  /**
   * Names a directory; it need not exist yet, and nothing is touched.
   *
   * @param root the directory
   */
  public FileDisk(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  @Override
  public String location() {
    return root.toString();
  }

  @Override
  public List<String> list() throws IOException {
    if (Files.notExists(root)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(root)) {
      return entries.map(entry -> String.valueOf(entry.getFileName())).sorted().toList();
    }
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return new ChannelFile(path(name), CREATE_NEW, READ, WRITE);
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new ChannelFile(path(name), READ, WRITE);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(path(name));
  }

  @Override
  public void replace(String source, String target) throws IOException {
    Files.move(
        path(source),
        path(target),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void moveInto(String source, String folder, String name) throws IOException {
    Path target = path(folder);
    Path from = entry(root, source);
    Path to = entry(target, name);
    makeDurably(target);
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    // Here, since sync() does not know of it. The source is gone for good only after sync().
    sync(target);
  }

  @Override
  public void sync() throws IOException {
    sync(root);
  }

  @Override
  public long usableBytes() {
    try {
      return Files.getFileStore(root).getUsableSpace();
    } catch (IOException e) {
      // As in some containers, whose mounts cannot be seen. Nothing that was promised rests on it.
      return Long.MAX_VALUE;
    }
  }

  @Override
  public Closeable lock(String name) throws IOException {
    Path file = path(name);
    makeDurably(root);
    Path key = root.toRealPath().resolve(name);
    if (!LOCKED.add(key)) {
      throw new DiskInUse(location(), name);
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, Set.of(CREATE, WRITE), OwnerOnly.newFile(file));
      if (channel.tryLock() == null) {
        throw new DiskInUse(location(), name);
      }
      OwnerOnly.tighten(root);
      return new HeldLock(key, channel);
    } catch (IOException e) {
      release(key, channel);
      throw e;
    }
  }

  Path path(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not a file name for a disk: '" + name + "'");
    }
    return root.resolve(name);
  }

  /** What is in a directory, whoever has named it. */
  private static Path entry(Path directory, String name) {
    Path entry = directory.resolve(name).normalize();
    if (!directory.equals(entry.getParent())) {
      throw new IllegalArgumentException("not in the directory " + directory + ": '" + name + "'");
    }
    return entry;
  }

  /**
   * Makes a directory, and those above it that are missing, durably and for their owner only. One
   * that exists stays as it is. Blocks for the disk.
   */
  public static void makeDurably(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.getParent();
    if (parent != null) {
      makeDurably(parent);
    }
    Files.createDirectory(directory, OwnerOnly.newDirectory(directory));
    if (parent != null) {
      sync(parent);
    }
  }

  private static void sync(Path directory) throws IOException {
    // On POSIX a directory can be opened for reading and forced; this is the only way in Java.
    try (FileChannel channel = FileChannel.open(directory, READ)) {
      channel.force(true);
    }
  }

  private static void release(Path key, @Nullable FileChannel channel) throws IOException {
    try {
      if (channel != null) {
        channel.close();
      }
    } finally {
      LOCKED.remove(key);
    }
  }

  private static final class HeldLock implements Closeable {
    private final Path key;
    private final FileChannel channel;

    HeldLock(Path key, FileChannel channel) {
      this.key = key;
      this.channel = channel;
    }

    @Override
    public synchronized void close() throws IOException {
      if (channel.isOpen()) {
        release(key, channel);
      }
    }
  }
}
